import { type HyperplaneError, invalid, show } from "../errors.js";
import { checkAttached } from "../number_arrays.js";
import { CALL_FAILED } from "../records.js";
import { bodiesIn, writeLengths } from "./base_character.js";
import { askFiltered, type Filtered } from "./filter.js";
import type { ReadMoverOptions } from "./mover_options.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** Many moves of one shape in one call, in any dimension; cpp/bindings/character.cpp is the other side. */

/** Bodies of a call of the core. */
const BLOCK = 128;

/** What the dimension decides. */
interface BatchForm {
  readonly module: WorldModule<WorldCalls>;
  readonly dimension: 2 | 3;
  /** Stages the pose of the bodies and their up direction. @throws HyperplaneError */
  stage(): void;
  pointProblem(value: unknown, name: string): HyperplaneError | null;
  /** Of the shape, the pose and the up direction. */
  problem(): HyperplaneError | null;
}

function checkBodies(given: unknown, name: string, form: BatchForm): void {
  if (!(given instanceof Float64Array)) throw invalid(`${name} must be a Float64Array, got ${show(given)}`);
  checkAttached(given, name);
  if (form.module.owns(given)) throw invalid(`${name} must be an array of your own, got a view on hyperplane's memory`);
  if (given.length % form.dimension !== 0) {
    throw invalid(`${name} must have ${form.dimension} numbers per body, got ${given.length} in all`);
  }
}

/** @returns a copy, for filters may write to the array; zeros where it is left out */
function readLast(given: unknown, count: number): Uint8Array {
  if (given === undefined) return new Uint8Array(count);
  if (!(given instanceof Uint8Array)) throw invalid(`options.last must be a Uint8Array, got ${show(given)}`);
  checkAttached(given, "options.last");
  if (given.length === count) return given.slice();
  throw invalid(`options.last must have a byte per body, got ${given.length} for ${count}`);
}

/**
 * @param last answers for these bodies, if any
 * @param call moves a block of bodies; with a filter, the core lists the rows that it tested
 * @returns a byte a body
 */
export function moveBodies<C extends Filtered>(
  form: BatchForm,
  state: { readonly colliders: readonly (C | undefined)[] },
  positions: Float64Array,
  deltas: Float64Array,
  last: Uint8Array | undefined,
  options: ReadMoverOptions<C, unknown>,
  call: (count: number) => number,
): Uint8Array {
  const { module, dimension, pointProblem } = form;
  checkBodies(positions, "positions", form);
  checkBodies(deltas, "deltas", form);
  if (positions.length !== deltas.length) {
    throw invalid(`positions and deltas must be of the same length, got ${positions.length} and ${deltas.length}`);
  }
  const count = positions.length / dimension;
  const moved = new Float64Array(positions.length);
  const answers = new Uint8Array(count);
  const before = readLast(last, count);
  form.stage();
  const ask = (): C[] => {
    const tested = new Set<C>();
    for (let from = 0; from < count; from += BLOCK) {
      const size = Math.min(BLOCK, count - from);
      module.refresh();
      const record = module.core.characterRecord() / 8;
      const at = bodiesIn(record, dimension);
      const [low, high] = [dimension * from, dimension * (from + size)];
      writeLengths(module.allDoubles, record, options);
      module.allDoubles.set(positions.subarray(low, high), at);
      module.allDoubles.set(deltas.subarray(low, high), at + dimension * BLOCK);
      const bits = at + 2 * dimension * BLOCK;
      module.allDoubles.set(before.subarray(from, from + size), bits);
      const noted = call(size);
      if (noted === CALL_FAILED) {
        const body = from + module.readFault().item;
        const coordinates = (list: Float64Array) => list.subarray(dimension * body, dimension * (body + 1));
        throw (
          form.problem() ??
          pointProblem(coordinates(positions), `body ${body}: position`) ??
          pointProblem(coordinates(deltas), `body ${body}: delta`) ??
          module.faultError()
        );
      }
      moved.set(module.allDoubles.subarray(at, at + high - low), low);
      answers.set(module.allDoubles.subarray(bits, bits + size), from);
      if (noted === 0) continue;
      for (const row of module.takeNumbers()) tested.add(state.colliders[row] as C);
    }
    return [...tested];
  };
  askFiltered(module, options.filter, options.excluded, ask, (colliders) => colliders);
  positions.set(moved);
  return answers;
}
