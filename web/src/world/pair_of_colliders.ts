import { invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";

/** Two colliders of one world. */
export class PairOfColliders<C> {
  static {
    nameClass(PairOfColliders, "Pair");
  }

  readonly #isPair = true;
  declare a: C;
  declare b: C;

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

/** A copy of a contact, of vectors and points that belong to it. Undeclared fields: engines would write each of them twice. */
export class CopiedContact<C, Vector> extends PairOfColliders<C> {
  declare normal: Vector;
  declare depth: number;
  declare mtv: Vector;
  declare points: Point<Vector>[];

  constructor(
    { a, b, depth }: { readonly a: C; readonly b: C; readonly depth: number },
    normal: Vector,
    mtv: Vector,
    points: Point<Vector>[],
  ) {
    super(a, b);
    this.normal = normal;
    this.depth = depth;
    this.mtv = mtv;
    this.points = points;
  }
}

/** The other collider of a pair. @throws HyperplaneError `invalid-argument` for a collider that is not of the pair */
export function otherOf<C>(pair: { readonly a: C; readonly b: C }, me: C): C {
  const { a, b } = pair;
  if (me === a) return b;
  if (me === b) return a;
  throw invalid(`me must be a or b of the pair, got ${isObject(me) ? "neither" : show(me)}`);
}
