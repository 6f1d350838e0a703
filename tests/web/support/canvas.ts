import { act, createRoot, extend } from "@react-three/fiber";
import type { ReactNode } from "react";
import { BoxGeometry, Group, Mesh, type Object3D, type Scene } from "three";

/** react-three-fiber without a page: a root that draws nothing, and whose frames are made by hand. */

extend({ BoxGeometry, Group, Mesh });
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const nothing = () => {};
const target = { addEventListener: nothing, removeEventListener: nothing };

const renderer = () => ({
  render: nothing,
  setSize: nothing,
  setPixelRatio: nothing,
  forceContextLoss: nothing,
  dispose: nothing,
  shadowMap: {},
  xr: target,
});

export interface Stage {
  readonly scene: Scene;
  /** Renders it in place of what was there. Rejects with an error of a component. */
  show(node: ReactNode): Promise<void>;
  /** Makes a frame, a sixtieth of a second after the last. */
  frame(): Promise<void>;
  /** The object of a name. @throws where there is none */
  find(name: string): Object3D;
  unmount(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const canvas = { ...target, width: 100, height: 100, style: {} } as unknown as HTMLCanvasElement;
  const root = createRoot(canvas);
  await root.configure({
    gl: () => renderer() as never,
    frameloop: "never",
    size: { width: 100, height: 100, top: 0, left: 0 },
    dpr: 1,
  });
  const store = await act(async () => root.render(null));
  let time = 0;
  return {
    scene: store.getState().scene as Scene,
    show: (node) => act(async () => void root.render(node)),
    frame: () =>
      act(async () => {
        time += 1 / 60;
        store.getState().advance(time);
      }),
    find(name) {
      const object = store.getState().scene.getObjectByName(name);
      if (object === undefined) throw new Error(`there is no ${name}`);
      return object as Object3D;
    },
    unmount: () => act(async () => root.unmount()),
  };
}
