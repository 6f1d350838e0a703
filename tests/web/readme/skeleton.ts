import { init, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import { Bone, CapsuleGeometry, Float32BufferAttribute, Skeleton, SkinnedMesh, Uint16BufferAttribute } from "three";

await init();
// A forearm: a lower half that hangs on "arm", an upper half on "hand". A glTF file has more of the same.
const geometry = new CapsuleGeometry(0.1, 0.8, 8, 16, 8);
const heights = Array.from({ length: geometry.getAttribute("position").count }, (_, i) =>
  geometry.getAttribute("position").getY(i),
);
const bones = heights.flatMap((y) => [y > 0 ? 1 : 0, 0, 0, 0]);
geometry.setAttribute("skinIndex", new Uint16BufferAttribute(bones, 4));
geometry.setAttribute(
  "skinWeight",
  new Float32BufferAttribute(
    heights.flatMap(() => [1, 0, 0, 0]),
    4,
  ),
);
const [arm, hand] = [new Bone(), new Bone()];
arm.name = "arm";
hand.name = "hand";
arm.add(hand);
const character = new SkinnedMesh(geometry);
character.add(arm);
character.bind(new Skeleton([arm, hand]));

const world = new World();
const colliders = new SceneColliders(world);
console.log(colliders.addSkeleton(character, { fit: "capsule" }).length); // 2

hand.rotation.z = Math.PI / 2; // the animation bends it
colliders.pull();
world.update();
const hit = world.raycast([-0.3, 0, 5], [0, 0, -1]);
console.log(hit && colliders.ownerOf(hit.collider)?.bone?.name); // hand
