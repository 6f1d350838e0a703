/** The shooting range: bullets, plates, the points of discrete tests, and the impacts. */

import { Group, type Vector3 } from "three";
import {
  type BulletRange,
  bulletKinds,
  laneMiddle,
  lanes,
  placeBullet,
  plateSide,
  range,
} from "../parts/bullet_range.js";
import { kindOf } from "../parts/shape_cases.js";
import { themeColor } from "../shell/theme.js";
import { Arrow } from "./arrow.js";
import { boxLook } from "./box_view.js";
import { Dots } from "./dots.js";
import { Label } from "./label.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import { type Look, ShapeView } from "./shape_view.js";

/** Thinner plates are drawn this thick, in metres, to remain visible. */
const thinnestDrawn = 0.008;
const normalLength = 0.7;

export const plateLook = (millimetres: number): Look =>
  boxLook(Math.max(thinnestDrawn, millimetres / 1000), plateSide, plateSide);

export class RangeView {
  readonly object = new Group();
  /** In the order of the range's bullets; picked by clicks. */
  readonly bullets = bulletKinds.flatMap(() => lanes.map(() => new ShapeView()));
  private readonly plates = this.bullets.map(() => new ShapeView());
  private readonly arrows = this.bullets.map(() => new Arrow(2.4, order.notes));
  private readonly borders = new Segments({ width: 1.2, renderOrder: order.edges, opacity: 0.6 });
  private readonly paths = new Segments({ width: 1.6, renderOrder: order.edges, opacity: 0.55 });
  private readonly misses = new Segments({ width: 3.2, renderOrder: order.notes });
  private readonly tested = new Dots({ pixels: 7, renderOrder: order.notes });
  private readonly hits = new Dots({ pixels: 11, renderOrder: order.marks });
  private readonly labels = lanes.map(
    (lane) => new Label("label-measure", lane === "discrete" ? "Discrete" : "Continuous"),
  );

  /** What the last drawing has, for the legend. */
  drawn = { tested: 0, misses: 0, hits: 0 };

  constructor() {
    const { object, bullets, plates, arrows, labels } = this;
    for (const view of [...bullets, ...plates]) object.add(view.group);
    for (const arrow of arrows) object.add(arrow.object);
    for (const part of [this.borders, this.paths, this.misses, this.tested, this.hits]) object.add(part.object);
    for (const [i, label] of labels.entries()) {
      label.object.position.set(range.x + 0.7, 0, laneMiddle(lanes[i] ?? "discrete"));
      object.add(label.object);
    }
    for (const [i, view] of bullets.entries()) {
      const { kind, sizes } = bulletKinds[i >> 1] ?? { kind: "sphere", sizes: [] };
      view.look = kindOf(kind).look(sizes);
    }
    const wide = (bulletKinds.length * range.track) / 2;
    this.borders.set(
      lanes.flatMap((lane) => {
        const z = laneMiddle(lane);
        const corners = [-1, 1].flatMap((i) => [-1, 1].map((k) => [i * range.x, -0.6, z + i * k * wide] as const));
        return corners.flatMap((corner, i) => [...corner, ...(corners[(i + 1) % 4] ?? corner)]);
      }),
    );
  }

  set thickness(millimetres: number) {
    for (const view of this.plates) {
      view.look = plateLook(millimetres);
      view.fineness = 0.7;
    }
  }

  /** @param share of the last step, from 0 at its start to 1 at its end */
  draw(range: BulletRange, share: number, selected: number): void {
    const paths: number[] = [];
    const misses: number[] = [];
    const tested: Vector3[] = [];
    const hits: Vector3[] = [];
    for (const [i, bullet] of range.bullets.entries()) {
      const view = this.bullets[i];
      const plate = this.plates[i];
      const arrow = this.arrows[i];
      if (!view || !plate || !arrow) continue;
      placeBullet(bullet, share, view.group);
      bullet.plate.way.at(share, plate.group);
      view.fineness = bullet.track === selected ? 1 : 0.5;
      view.faces.material.opacity = bullet.fate === "caught" ? 0.25 : 0.6;
      const isHit = bullet.hit !== null && (bullet.bend === null || share >= bullet.bend.time);
      arrow.object.visible = isHit;
      if (bullet.hit && isHit) {
        const { point, normal } = bullet.hit;
        hits.push(point);
        // Points off the plate, where it is visible: the normal itself points from the bullet into the plate.
        arrow.setNormal(point, normal, -normalLength, 0.2);
      }
      if (bullet.lane === "discrete") {
        // The last test belongs to the end of the step.
        tested.push(...(share < 1 && bullet.fate === "flying" ? bullet.tested.slice(0, -1) : bullet.tested));
        if (bullet.fate !== "caught" && bullet.crossing) {
          const [from, to] = bullet.crossing;
          if (share === 1 || to.x < bullet.way.to.position.x) misses.push(from.x, from.y, from.z, to.x, to.y, to.z);
        }
      } else {
        const { start } = bullet;
        const end = bullet.hit && isHit ? bullet.hit.point : view.group.position;
        paths.push(start.x, start.y, start.z, end.x, end.y, end.z);
      }
    }
    this.drawn = { tested: tested.length, misses: misses.length, hits: hits.length };
    this.paths.set(paths);
    this.misses.set(misses);
    this.tested.set(tested);
    this.hits.set(hits);
  }

  recolor(): void {
    for (const view of this.bullets) view.setColor(themeColor("a-scene"), 0.5);
    for (const view of this.plates) view.setColor(themeColor("b-scene"), 0.4);
    for (const arrow of this.arrows) arrow.setColor(themeColor("touch"));
    this.borders.setColor(themeColor("ink-3"));
    this.paths.setColor(themeColor("a-scene"));
    this.misses.setColor(themeColor("overlap"));
    this.tested.setColor(themeColor("a-scene"), themeColor("dot-rim"));
    this.hits.setColor(themeColor("touch"), themeColor("dot-rim"));
  }

  dispose(): void {
    for (const part of [...this.bullets, ...this.plates, ...this.arrows]) part.dispose();
    for (const part of [this.borders, this.paths, this.misses, this.tested, this.hits]) part.dispose();
    for (const label of this.labels) label.object.removeFromParent();
    this.object.removeFromParent();
  }
}
