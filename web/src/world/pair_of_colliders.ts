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

/** The other collider of a pair. @throws HyperplaneError `invalid-argument` for a collider that is not of the pair */
export function otherOf<C>(pair: { readonly a: C; readonly b: C }, me: C): C {
  const { a, b } = pair;
  if (me === a) return b;
  if (me === b) return a;
  throw invalid(`me must be a or b of the pair, got ${isObject(me) ? "neither" : show(me)}`);
}
