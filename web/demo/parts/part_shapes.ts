/** The shapes in place of parts of a decomposition. */

import { Box, Capsule, Cylinder, type Shape, Sphere } from "hyperplane";
import type { PartShape } from "hyperplane/decompose";

export function shapeOfPart(shape: PartShape): Shape {
  switch (shape.type) {
    case "sphere":
      return new Sphere(shape.radius);
    case "box":
      return new Box(shape.width, shape.height, shape.depth);
    case "capsule":
      return new Capsule(shape.radius, shape.height);
    case "cylinder":
      return new Cylinder(shape.radius, shape.height);
  }
}
