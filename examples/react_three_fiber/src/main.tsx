import { Canvas, useFrame } from "@react-three/fiber";
import { Collisions, useCollider } from "hyperplane/react";
import { StrictMode, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Mesh } from "three";

type Place = [number, number, number];
const SPEED = 4;
const held = new Set<string>();
addEventListener("keydown", ({ code }) => held.add(code));
addEventListener("keyup", ({ code }) => held.delete(code));
const pressed = (code: string) => Number(held.has(code));

function Player() {
  const ref = useRef<Mesh>(null);
  useCollider(ref, { fit: "sphere", onContacts: (_, out) => ref.current?.position.add(out) });
  useFrame((_, seconds) => {
    const way = SPEED * Math.min(seconds, 0.05);
    const { position } = ref.current as Mesh;
    position.x += way * (pressed("ArrowRight") - pressed("ArrowLeft"));
    position.z += way * (pressed("ArrowDown") - pressed("ArrowUp"));
    Object.assign(globalThis, { player: position });
  });
  return (
    <mesh ref={ref} position={[-4, 0.5, 0]}>
      <sphereGeometry args={[0.5, 32, 24]} />
      <meshStandardMaterial color="#e4572e" />
    </mesh>
  );
}

function Wall({ position, size }: { position: Place; size: Place }) {
  const ref = useRef<Mesh>(null);
  useCollider(ref, { static: true });
  return (
    <mesh ref={ref} position={position}>
      <boxGeometry args={size} />
      <meshStandardMaterial color="#7c8ec9" />
    </mesh>
  );
}

function Coin({ position, onFound }: { position: Place; onFound: () => void }) {
  const ref = useRef<Mesh>(null);
  useCollider(ref, { fit: "sphere", static: true, sensor: true, onEnter: onFound });
  return (
    <mesh ref={ref} position={position}>
      <sphereGeometry args={[0.3, 24, 16]} />
      <meshStandardMaterial color="#ffc83d" />
    </mesh>
  );
}

function Game() {
  const [coins, setCoins] = useState<Place[]>([
    [-1, 0.5, 0],
    [1, 0.5, 3],
  ]);
  (document.getElementById("coins") as HTMLElement).textContent = `Coins left: ${coins.length}. Arrow keys.`;
  return (
    <Canvas camera={{ position: [0, 9, 9] }}>
      <hemisphereLight intensity={1.5} />
      <directionalLight position={[3, 8, 5]} intensity={2} />
      <Collisions>
        <Player />
        <Wall position={[3, 0.5, 0]} size={[1, 1, 9]} />
        <Wall position={[0, 0.5, -2]} size={[5, 1, 1]} />
        {coins.map((coin) => (
          <Coin key={String(coin)} position={coin} onFound={() => setCoins(coins.filter((other) => other !== coin))} />
        ))}
      </Collisions>
    </Canvas>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <Game />
  </StrictMode>,
);
