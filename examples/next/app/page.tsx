import { Aim } from "./aim";
import { openTable } from "./table";

/** Made on the server, with the first shot in it. */
export default async function Page() {
  const shoot = await openTable();
  return <Aim first={shoot({ x: 5, y: 2 })} />;
}
