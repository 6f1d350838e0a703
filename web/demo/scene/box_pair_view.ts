/** The drawing of two boxes: bodies, the inspected axis with its projections, the separating plane, contacts and MTV. */

import type { Contact, SatAxis } from "hyperplane";
import { Group, Vector3 } from "three";
import { type BoxPair, sides } from "../parts/box_pair.js";
import { themeColor } from "../shell/theme.js";
import { AxisView } from "./axis_view.js";
import { BoxView } from "./box_view.js";
import { type ContactDrawing, ContactView } from "./contact_view.js";
import { cornerEdges } from "./corners.js";
import { PlaneView } from "./plane_view.js";
import type { Direction, Stage } from "./stage.js";

const startView = { azimuth: 0.5, polar: 1.18 };
/** Radians that the start view may turn to look across the decisive axis. */
const mostTurn = 0.7;
const opacities = [0.24, 0.26] as const;

export class BoxPairView {
  readonly bodies = [new BoxView("label-a"), new BoxView("label-b")] as const;
  /** What to draw; call `draw` after a change. */
  readonly shown = { corners: true, projection: true, contacts: true, wayOut: true, plane: true };
  private readonly notes = new Group();
  private readonly axis: AxisView;
  private readonly plane = new PlaneView();
  private readonly contacts: ContactView;

  constructor(private readonly stage: Stage) {
    this.axis = new AxisView(stage);
    this.contacts = new ContactView(stage);
    for (const body of this.bodies) stage.scene.add(body.group, body.numbers);
    this.notes.add(this.plane.object, this.axis.object, this.contacts.object);
    stage.scene.add(this.notes);
  }

  /** Takes over new sizes. */
  resize({ sizes }: BoxPair): void {
    for (const side of sides) {
      const { width, height, depth } = sizes[side];
      this.bodies[side].setSize(width, height, depth);
    }
  }

  /** Draws everything but the axis. */
  draw(pair: BoxPair): void {
    for (const side of sides) {
      const corners = pair.corners[side];
      const extent = corners[0] && corners[4] ? corners[0].distanceTo(corners[4]) : 1;
      const body = this.bodies[side];
      body.showNumbers = this.shown.corners;
      body.placeNumbers(corners, 0.06 * Math.min(2, extent));
    }
    const lowest = Math.min(...pair.corners.flat().map((corner) => corner.y));
    // The ground only moves down, to make way: boxes dragged about above it leave it alone.
    this.stage.grid.setHeight(Math.min(-1.6, Math.floor(lowest * 2) / 2 - 0.1));
    this.drawContacts(pair);
  }

  private drawContacts(pair: BoxPair): void {
    const { contact, gap, overlap } = pair;
    const { shown } = this;
    const found = contact ? contact.points : gap ? [{ onA: gap.pointA, onB: gap.pointB }] : [];
    this.contacts.set({
      pairs: shown.contacts ? found.map(({ onA, onB }) => ({ onA: pair.local(onA), onB: pair.local(onB) })) : [],
      normal: contact ? new Vector3().copy(contact.normal) : null,
      wayOut: overlap && shown.wayOut ? wayOut(pair, overlap) : null,
      gap: !contact && gap ? gap.distance : null,
    });
  }

  /** Draws one candidate axis; null, or an axis without a direction, draws none. */
  showAxis(pair: BoxPair, candidate: SatAxis | null): void {
    this.stage.invalidate();
    this.plane.object.visible = false;
    if (!candidate?.axis) {
      this.axis.set(null);
      return;
    }
    const axis = new Vector3().copy(candidate.axis);
    const [a, b] = this.bodies;
    const center = a.group.position.clone().lerp(b.group.position, 0.5);
    // The core measures from the world's origin, the drawing from between the boxes.
    const { origin, corners } = pair;
    const shift = axis.x * (center.x + origin) + axis.y * (center.y + origin) + axis.z * (center.z + origin);
    const move = ([low, high]: readonly [number, number]): [number, number] => [low - shift, high - shift];
    const intervalA = move(candidate.intervalA);
    const intervalB = move(candidate.intervalB);
    this.axis.set(
      this.shown.projection
        ? {
            axis,
            center,
            intervalA,
            intervalB,
            overlap: candidate.overlap,
            cornersA: corners[0],
            cornersB: corners[1],
          }
        : null,
    );
    if (!this.shown.plane || candidate.overlap >= 0) return;
    const [low, high] = intervalA[1] < intervalB[0] ? [intervalA[1], intervalB[0]] : [intervalB[1], intervalA[0]];
    const reach = Math.max(...corners.flat().map((corner) => corner.distanceTo(center)));
    this.plane.set(center.clone().addScaledVector(axis, (low + high) / 2), axis, 0.75 * reach);
  }

  /** Whether a plane between the boxes is drawn. */
  get planeIsShown(): boolean {
    return this.plane.object.visible;
  }

  /** Lays out what depends on the camera. To be called before each frame. */
  place(): void {
    this.axis.place(this.stage.camera);
    this.contacts.place();
  }

  /** A view across the decisive axis, so that its projections are seen at full length, but not square to it: depth helps. */
  viewAcross({ axes, decisive }: BoxPair): Direction {
    const axis = axes[decisive]?.axis;
    if (!axis || Math.hypot(axis.x, axis.z) < 0.4) return startView;
    const across = Math.atan2(axis.x, axis.z) + Math.PI / 2 + 0.2;
    const turn = across - startView.azimuth;
    const nearest = turn - Math.PI * Math.round(turn / Math.PI);
    return { ...startView, azimuth: startView.azimuth + Math.max(-mostTurn, Math.min(mostTurn, nearest)) };
  }

  fit(pair: BoxPair, direction?: Direction): void {
    const points = [...pair.corners.flat(), ...pair.resolvedCorners];
    this.stage.fit((camera) => [...points, ...this.axis.ends(camera)], direction);
  }

  recolor(): void {
    this.bodies[0].setColor(themeColor("a-scene"), opacities[0]);
    this.bodies[1].setColor(themeColor("b-scene"), opacities[1]);
    this.axis.recolor();
    this.plane.setColor(themeColor("apart"));
    this.contacts.recolor();
  }

  dispose(): void {
    for (const part of [...this.bodies, this.axis, this.plane, this.contacts]) part.dispose();
    this.notes.clear();
    this.notes.removeFromParent();
  }
}

function wayOut(pair: BoxPair, { points, mtv, depth }: Contact): ContactDrawing["wayOut"] {
  const deepest = points.reduce((best, point) => (point.depth > best.depth ? point : best));
  return {
    from: pair.local(deepest.onB),
    mtv: new Vector3().copy(mtv),
    depth,
    outline: cornerEdges(pair.resolvedCorners),
  };
}
