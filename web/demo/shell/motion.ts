/** Whether the system asks for reduced motion. Read each time: the setting may change while the page is open. */
const query = matchMedia("(prefers-reduced-motion: reduce)");

export function prefersLessMotion(): boolean {
  return query.matches;
}
