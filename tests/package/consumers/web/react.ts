// A page that shows how its program went as its title.
import { program } from "./program_react.js";

program().then(
  (result) => {
    document.title = result;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
