import { PageShell } from "./shell/page.js";

void new PageShell().start();
