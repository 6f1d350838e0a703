// hyperplane/2d in one program, which returns a hash of many answers: the same bits everywhere.
import * as plane from "hyperplane/2d";
import { goldenPlane } from "./golden_plane.js";

export async function program() {
  await plane.init();
  return `plane ${goldenPlane(plane).hash}`;
}
