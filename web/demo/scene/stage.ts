/**
 * A view: renderer, camera, lights, ground grid, labels, and the only place that requests frames. Frames are drawn after
 * `invalidate` only: an idle page uses no processor time.
 *
 * Without WebGL, `failure` holds the reason. Cameras, frame callbacks and the numbers of the page keep working; nothing is
 * drawn.
 */

import {
  AmbientLight,
  Color,
  DirectionalLight,
  type Object3D,
  PerspectiveCamera,
  type Ray,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";
import { prefersLessMotion } from "../shell/motion.js";
import { onThemeChange, themeColor } from "../shell/theme.js";
import { Grid } from "./grid.js";

/** More device pixels drain the battery without a visible gain. */
const maxPixelRatio = 2;
const fieldOfView = 32;
/** CSS pixels left free around fitted points, as a share of the canvas within limits: room for labels. */
const fitMargin = { share: 0.06, least: 22, most: 64 };
const fitSeconds = 0.45;
/** Radians from straight above, where the azimuth would be lost. */
const leastPolar = 1e-3;

export interface View {
  /** Radians about the vertical axis, from +z towards +x. */
  azimuth: number;
  /** Radians from straight above. */
  polar: number;
  distance: number;
  target: Vector3;
}

export interface Direction {
  readonly azimuth: number;
  readonly polar: number;
}

/** CSS pixels at the edges of the canvas under tool bars. */
export interface Insets {
  readonly top: number;
  readonly bottom: number;
}

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.05, 500);
  readonly orbit: OrbitControls;
  readonly grid = new Grid();
  /** False while a topic draws by itself, over the view: frames then call their listeners only. */
  isDrawn = true;
  readonly failure: string | null;

  private readonly renderer: WebGLRenderer | null;
  private readonly labels = new CSS2DRenderer();
  private readonly frameListeners = new Set<() => void>();
  private readonly colorListeners = new Set<() => void>();
  private readonly raycaster = new Raycaster();
  private readonly animations = new Map<string, (now: number) => boolean>();
  /** The last fit, until the user changes the view; repeated when the canvas changes its size. */
  private lastFit: ((animated: boolean) => void) | null = null;
  private insets: Insets = { top: 0, bottom: 0 };
  private pending = 0;
  private drawn = false;
  private width = 1;
  private height = 1;

  constructor(readonly host: HTMLElement) {
    let renderer: WebGLRenderer | null = null;
    let failure: string | null = null;
    try {
      renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    } catch {
      failure =
        "The scene cannot be drawn, because this browser does not provide WebGL 2. The numbers and lists still work. Try turning on hardware acceleration, or another browser.";
    }
    this.renderer = renderer;
    this.failure = failure;
    if (renderer) {
      renderer.domElement.setAttribute("aria-hidden", "true");
      host.append(renderer.domElement);
      renderer.domElement.addEventListener("webglcontextrestored", () => this.invalidate());
    }
    this.labels.domElement.className = "labels";
    this.labels.domElement.style.position = "absolute";
    this.labels.domElement.setAttribute("aria-hidden", "true");
    host.append(this.labels.domElement);

    const key = new DirectionalLight(0xffffff, 1.7);
    key.position.set(3, 6, 4);
    const fill = new DirectionalLight(0xffffff, 0.6);
    fill.position.set(-5, 1, -3);
    this.scene.add(new AmbientLight(0xffffff, 1.5), key, fill, this.grid.object);

    this.camera.position.set(5, 4, 8);
    this.orbit = new OrbitControls(this.camera, host);
    this.orbit.enableDamping = !prefersLessMotion();
    this.orbit.dampingFactor = 0.12;
    this.orbit.minDistance = 0.5;
    this.orbit.maxDistance = 120;
    this.orbit.addEventListener("change", () => this.invalidate());
    // Grabbing the view stops a flying camera.
    this.orbit.addEventListener("start", () => {
      this.animations.delete("view");
      this.lastFit = null;
    });

    onThemeChange(() => this.recolor());
    new ResizeObserver(() => this.resize()).observe(host);
    this.watchPixelRatio();
    this.recolor();
    this.resize();
  }

  // ------------------------------------------------------------------------------------------------------------- frames

  /** Requests a frame. Several calls before it make one. */
  invalidate(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame((now) => this.frame(now));
  }

  /** Called before each frame is drawn, with the camera in place. @returns a function that stops the calls */
  onFrame(listener: () => void): () => void {
    this.frameListeners.add(listener);
    return () => this.frameListeners.delete(listener);
  }

  private frame(now: number): void {
    this.pending = 0;
    if (this.host.clientWidth === 0) return;
    for (const [name, step] of this.animations) {
      if (step(now)) this.animations.delete(name);
    }
    this.orbit.update();
    this.camera.updateMatrixWorld();
    for (const listener of this.frameListeners) listener();
    this.drawn = this.lastFit !== null;
    if (this.isDrawn) {
      this.renderer?.render(this.scene, this.camera);
      this.labels.render(this.scene, this.camera);
    }
    if (this.animations.size > 0) this.invalidate();
  }

  /** Runs `step` from 0 to 1, eased; with reduced motion once, with 1. */
  animate(name: string, seconds: number, step: (share: number) => void): void {
    if (prefersLessMotion()) {
      this.animations.delete(name);
      step(1);
      this.invalidate();
      return;
    }
    let start = -1;
    this.animations.set(name, (now) => {
      if (start < 0) start = now;
      const share = Math.min(1, (now - start) / (1000 * seconds));
      step(share === 1 ? 1 : 1 - (1 - share) ** 3);
      return share === 1;
    });
    this.invalidate();
  }

  stopAnimation(name: string): void {
    this.animations.delete(name);
  }

  // -------------------------------------------------------------------------------------------------------------- sizes

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.renderer?.setPixelRatio(Math.min(devicePixelRatio, maxPixelRatio));
    this.renderer?.setSize(clientWidth, clientHeight);
    this.labels.setSize(clientWidth, clientHeight);
    this.updateProjection();
    // Setting the size clears the canvas. Drawing in the same task prevents a flash.
    if (this.pending !== 0) cancelAnimationFrame(this.pending);
    this.lastFit?.(false);
    this.frame(performance.now());
  }

  /** The ratio changes when a window moves to another screen, without a change of size in CSS pixels. */
  private watchPixelRatio(): void {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener(
      "change",
      () => {
        this.resize();
        this.watchPixelRatio();
      },
      { once: true },
    );
  }

  setInsets(insets: Insets): void {
    if (insets.top === this.insets.top && insets.bottom === this.insets.bottom) return;
    this.insets = insets;
    this.updateProjection();
    this.lastFit?.(false);
    this.invalidate();
  }

  private updateProjection(): void {
    const { width, height, camera } = this;
    camera.aspect = width / height;
    // Centres the target in the area free of tool bars.
    camera.setViewOffset(width, height, 0, (this.insets.bottom - this.insets.top) / 2, width, height);
    camera.updateProjectionMatrix();
  }

  /** Metres per CSS pixel at a point of the scene. */
  metresPerPixel(point: Vector3): number {
    const depth = Math.max(
      this.camera.near,
      this.camera.getWorldDirection(forward).dot(offset.copy(point).sub(this.camera.position)),
    );
    return (2 * depth * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
  }

  /** A direction at a point as it appears on screen: x to the right, y downwards. */
  screenDirection(point: Vector3, direction: Vector3): Vector2 {
    const from = point.clone().project(this.camera);
    const to = point.clone().addScaledVector(direction, this.metresPerPixel(point)).project(this.camera);
    return new Vector2((to.x - from.x) * this.width, (from.y - to.y) * this.height);
  }

  // --------------------------------------------------------------------------------------------------------------- view

  get view(): View {
    spherical.setFromVector3(offset.copy(this.camera.position).sub(this.orbit.target));
    return {
      azimuth: spherical.theta,
      polar: spherical.phi,
      distance: spherical.radius,
      target: this.orbit.target.clone(),
    };
  }

  set view(view: View) {
    this.stopAnimation("view");
    this.lastFit = null;
    this.place(view);
    this.invalidate();
  }

  private place(view: View): void {
    this.orbit.target.copy(view.target);
    this.camera.position.setFromSphericalCoords(view.distance, view.polar, view.azimuth).add(view.target);
    this.camera.lookAt(view.target);
  }

  /**
   * Turns and moves the camera so that all points are in view, as large as the free part of the canvas allows. The points may
   * depend on the view: `pointsFor` gets a camera with the new orientation.
   *
   * With the orientation given, the four side planes of the view bound where the camera may stand. In its own frame, with t the
   * slope of a side plane, a point (x, y, z) is inside if x + t z <= cx + t cz, and likewise on the other side; the two bounds
   * together give cx and the least cz, and the same goes for y.
   */
  fit(pointsFor: (camera: PerspectiveCamera) => readonly Vector3[], direction?: Direction): void {
    // The first view of a page is not animated.
    const animated = this.drawn;
    this.lastFit = (flying) => this.fitNow(pointsFor, direction, flying);
    this.lastFit(animated);
    this.invalidate();
  }

  private fitNow(
    pointsFor: (camera: PerspectiveCamera) => readonly Vector3[],
    direction: Direction | undefined,
    animated: boolean,
  ): void {
    const from = this.view;
    const azimuth = direction?.azimuth ?? from.azimuth;
    const polar = direction?.polar ?? from.polar;
    const ahead = this.camera.clone();
    ahead.position.setFromSphericalCoords(1, polar, azimuth);
    ahead.lookAt(0, 0, 0);
    ahead.updateMatrixWorld();
    const points = pointsFor(ahead);
    if (points.length === 0) return;

    const { insets, width, height } = this;
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    const margin = Math.min(fitMargin.most, Math.max(fitMargin.least, fitMargin.share * Math.min(width, height)));
    const freeY = Math.max(0.3, 1 - (insets.top + insets.bottom + 2 * margin) / height);
    const freeX = Math.max(0.3, 1 - (2 * margin) / width);
    const slopes = { x: slope * this.camera.aspect * freeX, y: slope * freeY };
    const inverse = ahead.quaternion.clone().invert();
    const seen = points.map((point) => point.clone().applyQuaternion(inverse));
    const bounds = (axis: "x" | "y") => {
      const t = slopes[axis];
      const upper = Math.max(...seen.map((p) => p[axis] + t * p.z));
      const lower = Math.max(...seen.map((p) => -p[axis] + t * p.z));
      return { center: (upper - lower) / 2, depth: (upper + lower) / (2 * t) };
    };
    const x = bounds("x");
    const y = bounds("y");
    const middle = seen.reduce((sum, p) => sum + p.z, 0) / seen.length;
    const depth = Math.max(x.depth, y.depth, middle + this.orbit.minDistance);
    const to: View = {
      azimuth,
      polar,
      distance: depth - middle,
      target: new Vector3(x.center, y.center, middle).applyQuaternion(ahead.quaternion),
    };
    if (!animated) {
      this.stopAnimation("view");
      this.place(to);
      return;
    }
    const turn = to.azimuth - from.azimuth;
    const shortTurn = turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    this.animate("view", fitSeconds, (share) =>
      this.place({
        azimuth: from.azimuth + shortTurn * share,
        polar: from.polar + (to.polar - from.polar) * share,
        distance: from.distance + (to.distance - from.distance) * share,
        target: from.target.clone().lerp(to.target, share),
      }),
    );
  }

  /** Forgets the last fit: a change of size leaves the view alone. */
  forgetFit(): void {
    this.lastFit = null;
  }

  /** Turns the view by radians, scales its distance, and tilts it by radians within the limits of the controls. */
  moveView(turn: number, factor: number, tilt = 0): void {
    const view = this.view;
    view.azimuth += turn;
    view.polar = Math.max(leastPolar, Math.min(this.orbit.maxPolarAngle, view.polar + tilt));
    view.distance = Math.min(this.orbit.maxDistance, Math.max(this.orbit.minDistance, view.distance * factor));
    this.view = view;
  }

  // ------------------------------------------------------------------------------------------------------------- picking

  /** The ray of sight through a point of the window. */
  rayAt(clientX: number, clientY: number): Ray {
    const frame = this.host.getBoundingClientRect();
    const point = new Vector2(
      ((clientX - frame.left) / frame.width) * 2 - 1,
      1 - ((clientY - frame.top) / frame.height) * 2,
    );
    this.raycaster.setFromCamera(point, this.camera);
    return this.raycaster.ray;
  }

  /** The nearest of the objects under a point of the window. */
  pick<T extends Object3D>(clientX: number, clientY: number, objects: readonly T[]): T | null {
    this.rayAt(clientX, clientY);
    return (this.raycaster.intersectObjects([...objects], false)[0]?.object as T | undefined) ?? null;
  }

  // -------------------------------------------------------------------------------------------------------------- colours

  /** Calls back now and after each change of the theme. @returns a function that stops the calls */
  onColors(listener: () => void): () => void {
    this.colorListeners.add(listener);
    listener();
    return () => this.colorListeners.delete(listener);
  }

  private recolor(): void {
    this.scene.background = new Color(themeColor("scene"));
    this.grid.setColor(themeColor("grid"));
    for (const listener of this.colorListeners) listener();
    this.invalidate();
  }
}

const forward = new Vector3();
const offset = new Vector3();
const spherical = new Spherical();
