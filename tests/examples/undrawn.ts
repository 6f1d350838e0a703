import type { Page } from "playwright-core";

/** Without a graphics card a picture takes long, and nobody looks: WebGL draws nothing in what the page opens from now on. */
export async function drawNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["clear", "drawArrays", "drawElements", "drawElementsInstanced"]) {
      Object.assign(WebGL2RenderingContext.prototype, { [name]() {} });
    }
  });
}
