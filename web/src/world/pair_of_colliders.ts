import { invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";

/** Two colliders of one world. */
export class PairOfColliders<C> {
  static {
    nameClass(PairOfColliders, "Pair");
  }

  readonly #isPair = true;
  a: C;
  b: C;

  constructor(a: C, b: C) {
    this.a = a;
    this.b = b;
  }

  other(me: C): C {
    if (!isObject(this) || !(#isPair in this)) throw wrongReceiver(this, "a pair of colliders");
    return otherOf(this, me);
  }
}

interface Point<Vector> {
  onA: Vector;
  onB: Vector;
  depth: number;
  id: number;
}

/** What a contact of a cursor has in both dimensions, as a copy. */
export class CopiedContact<C, Vector> extends PairOfColliders<C> {
  normal: Vector;
  depth: number;
  mtv: Vector;
  points: Point<Vector>[];

  /** @param copy of a vector, which a cursor reuses */
  constructor(
    contact: { a: C; b: C; normal: Vector; depth: number; mtv: Vector; points: readonly Point<Vector>[] },
    copy: (vector: Vector) => Vector,
  ) {
    super(contact.a, contact.b);
    this.normal = copy(contact.normal);
    this.depth = contact.depth;
    this.mtv = copy(contact.mtv);
    this.points = contact.points.map(({ onA, onB, depth, id }) => ({ onA: copy(onA), onB: copy(onB), depth, id }));
  }
}

/** The other collider of a pair. @throws HyperplaneError `invalid-argument` for a collider that is not of the pair */
export function otherOf<C>(pair: { readonly a: C; readonly b: C }, me: C): C {
  const { a, b } = pair;
  if (me === a) return b;
  if (me === b) return a;
  throw invalid(`me must be a or b of the pair, got ${isObject(me) ? "neither" : show(me)}`);
}
