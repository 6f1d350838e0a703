// A page that is handed to a bundler. Its title says how it went.
import { Box, type Contact, collide, init } from "hyperplane";

async function run(): Promise<string> {
  await init();
  const box = new Box(1, 1, 1);
  const contact: Contact | null = collide(box, {}, box, { position: { x: 0.75, y: 0, z: 0 } });
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
