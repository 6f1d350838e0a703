/** The code of a topic, to be copied: the way from the page into a project. */

import { element, setText, showDialog } from "./dom.js";

export const installCommand = "npm install hyperplane";

/** @param copy puts a text on the clipboard, and returns whether it could */
export function showCode(title: string, code: string, copy: (text: string) => Promise<boolean>): void {
  const button = (text: string, copied: string) => {
    const made = element("button", { class: "button", text, attributes: { type: "button" } });
    // Notes of the page lie below the dialog.
    made.addEventListener("click", async () =>
      setText(made, (await copy(copied)) ? "Copied" : "Copying is not allowed"),
    );
    return made;
  };
  const dialog = element(
    "dialog",
    { class: "help code", attributes: { "aria-labelledby": "code-title" } },
    element("h2", { text: `Code for this: ${title}`, attributes: { id: "code-title" } }),
    element("pre", { attributes: { tabindex: "0" } }, element("code", { text: installCommand })),
    element("pre", { attributes: { tabindex: "0" } }, element("code", { text: code })),
    element(
      "form",
      { attributes: { method: "dialog" } },
      button("Copy code", code),
      button("Copy install", installCommand),
      element("button", { class: "button", text: "Close", attributes: { type: "submit" } }),
    ),
  );
  showDialog(dialog);
}
