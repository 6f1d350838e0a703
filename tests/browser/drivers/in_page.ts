/** Runs in the pages of WebKit before their own code: finds elements for webkit.ts, and keeps what goes wrong. */

import { computeAccessibleName, getRole, isInaccessible } from "dom-accessibility-api";

/** One step from some elements to others, as JSON. */
export type Step =
  | { readonly by: "css"; readonly selector: string }
  | { readonly by: "role"; readonly role: string; readonly name: Text | null }
  | { readonly by: "label"; readonly text: Text }
  | { readonly by: "text"; readonly text: Text }
  | { readonly by: "nth"; readonly index: number };

/** What a text must be like. */
export interface Text {
  /** Of a string or a regular expression. */
  readonly source: string;
  readonly how: "within" | "exact" | "pattern";
}

function matches(text: string, { source, how }: Text): boolean {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (how === "pattern") return new RegExp(source, "iu").test(plain);
  return how === "exact" ? plain === source : plain.toLowerCase().includes(source.toLowerCase());
}

function below(root: ParentNode, { by, ...step }: Step): Element[] {
  const all = (selector: string) => [...root.querySelectorAll(selector)];
  if (by === "css") return all((step as { selector: string }).selector);
  if (by === "role") {
    const { role, name } = step as { role: string; name: Text | null };
    return all("*").filter(
      (element) =>
        getRole(element) === role &&
        !isInaccessible(element) &&
        (name === null || matches(computeAccessibleName(element), name)),
    );
  }
  const { text } = step as { text: Text };
  return all("input, select, textarea, button").filter((element) => matches(computeAccessibleName(element), text));
}

function find(steps: readonly Step[]): Element[] {
  let found: readonly ParentNode[] = [document];
  for (const step of steps) {
    if (step.by === "nth") found = found.slice(step.index).slice(0, 1);
    else if (step.by === "text")
      found = found.filter((element) => matches((element as Element).textContent, step.text));
    else found = [...new Set(found.flatMap((root) => below(root, step)))];
  }
  return found as Element[];
}

const isVisible = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;

const complaints: string[] = [];
for (const type of ["error", "warn"] as const) {
  const original = console[type].bind(console);
  console[type] = (...what: unknown[]) => {
    complaints.push(`${type === "warn" ? "warning" : type}: ${what.join(" ")}`);
    original(...what);
  };
}
addEventListener("error", ({ message }) => complaints.push(`uncaught: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(`uncaught: ${reason}`));

const driven = { find, isVisible, takeComplaints: () => complaints.splice(0) };
export type Driven = typeof driven;
Object.assign(globalThis, { driven });
