import { failure, nameClass } from "../src/errors.js";
import { checkOptions, type OptionNames } from "../src/options.js";
import { fix } from "../src/properties.js";
import { CALL_FAILED } from "../src/records.js";
import { pointProblem, readPoints } from "./arguments.js";
import { limits, plane, ShapeType } from "./plane_module.js";
import { adopt, adoptWaiting, checkSize, create, handleOf, isDisposed, Shape } from "./shape.js";
import { readVec2, twoVectors } from "./stage.js";
import type { PointsLike, Vec2, Vec2Like } from "./types.js";

/** A disc around the origin; of radius 0, a point. */
export class Circle extends Shape {
  static {
    nameClass(Circle, "Circle");
  }
  readonly type: string = "circle";
  /** In metres. Read-only, as all sizes are. */
  readonly radius: number;

  /**
   * @param radius in metres: 0, or from 1e-9 to 1e9
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(radius: number);
  constructor(radius: number, ...more: unknown[]) {
    super(more);
    this.radius = radius;
    create(this, ShapeType.circle, { radius });
  }
}

/** A rectangle around the origin. */
export class Rectangle extends Shape {
  static {
    nameClass(Rectangle, "Rectangle");
  }
  readonly type: string = "rectangle";
  /** Full size along x, in metres. */
  readonly width: number;
  /** Full size along y, in metres. */
  readonly height: number;

  /**
   * @param width full size along x in metres: 0, or from 1e-9 to 1e9
   * @param height full size along y
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(width: number, height: number);
  constructor(width: number, height: number, ...more: unknown[]) {
    super(more);
    this.width = width;
    this.height = height;
    create(this, ShapeType.rectangle, { width, height });
  }
}

/** All points within a radius of a segment along the y axis, around the origin. */
export class Capsule extends Shape {
  static {
    nameClass(Capsule, "Capsule");
  }
  readonly type: string = "capsule";
  /** In metres. */
  readonly radius: number;
  /** Of the straight part, in metres. */
  readonly height: number;

  /**
   * @param radius in metres: 0, or from 1e-9 to 1e9
   * @param height of the straight part: the whole is height + 2 * radius tall
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(radius: number, height: number);
  constructor(radius: number, height: number, ...more: unknown[]) {
    super(more);
    this.radius = radius;
    this.height = height;
    create(this, ShapeType.capsule, { radius, height });
  }
}

/**
 * All points with y <= 0 in its own frame: ground without end. Its front faces +y; turn its collider for slopes and walls. As a
 * sensor it tells what fell below the world.
 *
 * It has no bounds: no part of a compound, and no body of a mover. Two half-spaces never meet: their `distance` is infinite, and
 * worlds pass such pairs by.
 */
export class HalfSpace extends Shape {
  static {
    nameClass(HalfSpace, "HalfSpace");
  }
  readonly type: string = "half-space";

  /** @throws HyperplaneError `out-of-memory`, `not-initialised` */
  constructor();
  constructor(...more: unknown[]) {
    super(more);
    create(this, ShapeType.halfSpace, {});
  }
}

/** An ellipse around the origin. Exact, not a polygon. */
export class Ellipse extends Shape {
  static {
    nameClass(Ellipse, "Ellipse");
  }
  readonly type: string = "ellipse";
  /** Along x, in metres. */
  readonly radiusX: number;
  /** Along y, in metres. */
  readonly radiusY: number;

  /**
   * @param radiusX half of the size along x in metres: 0, or from 1e-9 to 1e9
   * @param radiusY the same along y
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(radiusX: number, radiusY: number);
  constructor(radiusX: number, radiusY: number, ...more: unknown[]) {
    super(more);
    this.radiusX = radiusX;
    this.radiusY = radiusY;
    create(this, ShapeType.ellipse, { radiusX, radiusY });
  }
}

/** All points between two points; without inside. */
export class Segment extends Shape {
  static {
    nameClass(Segment, "Segment");
  }
  readonly type: string = "segment";
  /** One end, as given. Frozen. */
  readonly a: Readonly<Vec2>;
  /** The other end. Frozen. */
  readonly b: Readonly<Vec2>;

  /**
   * @param a one end in metres, each coordinate at most 1e9 in magnitude
   * @param b the other end: the same point, or at least 1e-9 m away
   * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(a: Vec2Like, b: Vec2Like);
  constructor(a: Vec2Like, b: Vec2Like, ...more: unknown[]) {
    super(more);
    const isAdopted = adoptWaiting(this);
    // Read once: what reaches the core is what the properties say.
    this.a = endOf(a, "segment: a");
    this.b = endOf(b, "segment: b");
    fix(this, "type", "a", "b");
    if (isAdopted) return;
    plane.stage(twoVectors, this.a, this.b);
    adopt(this, plane.core.createSegment());
  }
}

function endOf(point: Vec2Like, name: string): Readonly<Vec2> {
  const numbers = [0, 0];
  const isRead = readVec2(point, numbers, 0);
  const problem = pointProblem(isRead ? numbers : point, name, limits.shapeMax);
  if (problem !== null) throw problem;
  return Object.freeze({ x: numbers[0] as number, y: numbers[1] as number });
}

/** How to make a convex polygon. */
export interface ConvexPolygonOptions {
  /** Rounding radius in metres: 0, or from 1e-9 to 1e9. Default: 0. */
  readonly radius?: number;
}

const POLYGON_OPTIONS: OptionNames<ConvexPolygonOptions> = { radius: true };

/** The convex hull of points, in their frame, grown by a radius. */
export class ConvexPolygon extends Shape {
  static {
    nameClass(ConvexPolygon, "ConvexPolygon");
  }
  readonly type: string = "convex-polygon";
  /** Rounding radius, in metres. */
  readonly radius: number;
  /** x, y of each vertex of the hull, counter-clockwise. */
  readonly vertices: Float64Array;

  /**
   * @param points x, y of each point in turn, or vectors, in metres, each at most 1e9 in magnitude; at most 2^20 points, in any
   * order. Points inside, and on the edges, are dropped
   * @throws HyperplaneError `degenerate-shape` for points without area: fewer than three different ones, or all on a line within
   * 1e-9 of their extent; `invalid-argument`, `out-of-memory`, `not-initialised`
   */
  constructor(points: PointsLike, options: ConvexPolygonOptions = {}) {
    super();
    checkOptions(options, POLYGON_OPTIONS, "convex-polygon: ");
    const { radius = 0 } = options;
    if (adoptWaiting(this)) {
      this.radius = radius;
      this.vertices = readVertices(this);
      fix(this, "type", "radius", "vertices");
      return;
    }
    checkSize(this.type, "radius", radius);
    const coordinates = readPoints(points, "convex-polygon: points", "point");
    if (coordinates.length < 6) {
      throw failure("degenerate-shape", `convex-polygon: ${coordinates.length / 2} points have no area`);
    }
    this.radius = radius;
    plane.giveNumbers(coordinates, "convex-polygon: ");
    adopt(this, plane.core.createConvexPolygon(radius));
    this.vertices = readVertices(this);
    fix(this, "type", "radius", "vertices");
  }
}

/** None of a disposed polygon. */
function readVertices(polygon: ConvexPolygon): Float64Array {
  if (isDisposed(polygon)) return new Float64Array(0);
  if (plane.core.describeConvexPolygon(handleOf(polygon)) !== CALL_FAILED) return plane.takeNumbers();
  const error = plane.faultError("convex-polygon: ");
  polygon.dispose();
  throw error;
}
