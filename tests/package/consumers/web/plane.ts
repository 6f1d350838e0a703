// A page that uses the plane only. Its title says how it went.
import { type Contact, collide, init, Rectangle } from "hyperplane/2d";

async function run(): Promise<string> {
  await init();
  const box = new Rectangle(1, 1);
  const contact: Contact | null = collide(box, {}, box, { position: { x: 0.75, y: 0 }, angle: 0 });
  return `mtv ${contact?.mtv.x}`;
}

run().then(
  (result) => {
    document.title = result;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
