/** Draws objects a little nearer to the camera than they are, so that lines on the faces of drawn meshes are not half hidden. */

import { Matrix4, type Object3D, type OrthographicCamera, type PerspectiveCamera, Vector3 } from "three";

/** Share of the distance; of the height of the view, for an orthographic camera. */
const NEARER = 1e-3;

/** Between the two calls around one drawing. */
const held = new Matrix4();
const eye = new Vector3();
const shift = new Matrix4();

/** Keeps the places on screen, to rounding: a perspective camera sees a smaller object at a smaller distance. */
export function drawNearer(object: Object3D): void {
  object.onBeforeRender = (_renderer, _scene, camera) => {
    const { matrixWorld } = object;
    held.copy(matrixWorld);
    const { top, bottom, zoom, isOrthographicCamera } = camera as Partial<OrthographicCamera>;
    if (isOrthographicCamera) {
      const way = (NEARER * ((top ?? 0) - (bottom ?? 0))) / (zoom ?? 1);
      eye.setFromMatrixColumn(camera.matrixWorld, 2).setLength(way);
      matrixWorld.premultiply(shift.makeTranslation(eye.x, eye.y, eye.z));
    } else if ((camera as Partial<PerspectiveCamera>).isPerspectiveCamera) {
      eye.setFromMatrixPosition(camera.matrixWorld).multiplyScalar(NEARER);
      matrixWorld.premultiply(shift.makeScale(1 - NEARER, 1 - NEARER, 1 - NEARER).setPosition(eye));
    }
  };
  object.onAfterRender = () => {
    object.matrixWorld.copy(held);
  };
}
