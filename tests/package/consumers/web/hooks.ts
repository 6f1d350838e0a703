// What the declarations of hyperplane/react must hold for.
import { type Collider, Sphere } from "hyperplane";
import { type ObjectCharacter, useCharacter, useCollider, useSceneColliders, useWorld } from "hyperplane/react";
import { type RefObject, useRef } from "react";
import type { Mesh } from "three";

export function Ball(): null {
  const ref = useRef<Mesh>(null);
  const collider: RefObject<Collider | null> = useCollider(ref, {
    shape: () => new Sphere(1),
    onEnter: (object) => object?.removeFromParent(),
    onContacts: (contacts, out) => contacts.length > 0 && ref.current?.position.add(out),
  });
  const character: ObjectCharacter = useCharacter(ref, { shape: () => new Sphere(1), stepHeight: 0.5 });
  // @ts-expect-error: a character needs a shape
  useCharacter(ref, {});
  // @ts-expect-error: a shape is made by a function
  useCollider(ref, { shape: new Sphere(1) });
  character.jump(useWorld().size + useSceneColliders().world.size + (collider.current?.index ?? 0));
  return null;
}
