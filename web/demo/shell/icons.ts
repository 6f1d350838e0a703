/** The icons: 20 by 20, stroked in the colour of the text. */

const paths = {
  link: "M8.5 11.5a3 3 0 0 0 4.3.2l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3-.2l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1",
  sun: "M10 6.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.34 4.34l1.28 1.28M14.38 14.38l1.28 1.28M4.34 15.66l1.28-1.28M14.38 5.62l1.28-1.28",
  moon: "M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z",
  help: "M7.6 7.6a2.4 2.4 0 1 1 3.7 2c-.8.5-1.3 1-1.3 2M10 14.4v.1",
  move: "M10 3v14M3 10h14M10 3 8 5M10 3l2 2M10 17l-2-2M10 17l2-2M3 10l2-2M3 10l2 2M17 10l-2-2M17 10l-2 2",
  turn: "M15.8 8A6.2 6.2 0 1 0 16.2 11.2M16.4 4v4.2h-4.2",
  play: "M6.5 4.5v11l9-5.5z",
  code: "M7 6 3 10l4 4M13 6l4 4-4 4",
  fit: "M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}
