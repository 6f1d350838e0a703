import { invalid } from "../errors.js";
import { checkOptions, type OptionNames, readBits, readFlag, readReach } from "../options.js";
import type { Collider } from "./collider.js";
import { checkFilter, type Excluded, type Filter, type Filtered, readExcluded } from "./filter.js";
import type { KindOptions } from "./kinds.js";

/** Options of a query. */
export interface QueryOptions<C = Collider> extends KindOptions {
  /** In metres, 0 or more; answers at exactly this distance count. Default: infinite. */
  readonly maxDistance?: number;
  /** Layers to include, a 32-bit set: a collider counts if layer & mask is non-zero; its own mask is ignored. Default: all. */
  readonly mask?: number;
  /** Include sensors. Default: false. */
  readonly sensors?: boolean;
  /**
   * Rays only. False: a ray that starts inside a collider's shape, or on it, hits where it leaves the shape, with the outward normal
   * there; see `RayOptions`. Default: true, it hits at distance 0.
   */
  readonly solid?: boolean;
  /** Colliders to ignore, such as the one that asks. */
  readonly exclude?: C | readonly C[];
  /** Return false to ignore a collider. Called only for colliders that could be part of the answer. */
  filter?(collider: C): boolean;
}

/** Options that have been read. */
export interface QueryLimits<C> {
  readonly maxDistance: number;
  readonly mask: number;
  readonly sensors: boolean;
  readonly solid: boolean;
  readonly filter: Filter<C>;
  readonly excluded: Excluded<C>;
}

const QUERY_OPTIONS: OptionNames<QueryOptions> = {
  maxDistance: true,
  mask: true,
  sensors: true,
  solid: true,
  exclude: true,
  filter: true,
  kinds: true,
};

const NO_OPTIONS = {
  maxDistance: Number.POSITIVE_INFINITY,
  mask: 0xffffffff,
  sensors: false,
  solid: true,
  filter: undefined,
  excluded: [],
};

/** The options of a query that lists what is near. @throws HyperplaneError as `readQueryOptions`, and without `maxDistance` */
export function readNearOptions<C extends Filtered>(state: object, options: QueryOptions<C>): QueryLimits<C> {
  const limits = readQueryOptions(state, options);
  if (options?.maxDistance === undefined) {
    throw invalid("options.maxDistance is needed: without it every collider is near; nearest() finds the nearest one");
  }
  return limits;
}

/** @param state of the world that is asked @throws HyperplaneError `invalid-argument`, `disposed` */
export function readQueryOptions<C extends Filtered>(
  state: object,
  options: QueryOptions<C> | undefined,
): QueryLimits<C> {
  if (options === undefined) return NO_OPTIONS;
  checkOptions(options, QUERY_OPTIONS);
  const {
    maxDistance = NO_OPTIONS.maxDistance,
    mask = NO_OPTIONS.mask,
    sensors = NO_OPTIONS.sensors,
    solid = NO_OPTIONS.solid,
    exclude,
    filter,
    kinds,
  } = options;
  checkFilter(filter);
  return {
    maxDistance: readReach(maxDistance, "options.maxDistance"),
    mask: readBits(mask, "options.mask"),
    sensors: readFlag(sensors, "options.sensors"),
    solid: readFlag(solid, "options.solid"),
    filter,
    excluded: readExcluded(state, exclude, kinds),
  };
}
