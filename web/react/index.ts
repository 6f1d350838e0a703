export { type CharacterOptions, type ObjectCharacter, useCharacter } from "./character.js";
export { type ColliderEvents, type ObjectContact, type UseColliderOptions, useCollider } from "./collider.js";
export { Collisions, type CollisionsProps, useSceneColliders, useWorld } from "./collisions.js";
