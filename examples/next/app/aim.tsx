"use client";

import { type PointerEvent, useEffect, useState } from "react";
import { BALL, blocks, HEIGHT, HOLE, openTable, pegs, type Shot, START, WIDTH } from "./table";

type Shoot = Awaited<ReturnType<typeof openTable>>;

const joined = (path: Shot["path"]) => path.map(({ x, y }) => `${x},${y}`).join(" ");

/** The table: shows where a shot would go, by the same code as the server, and asks the server on a click. */
export function Aim({ first }: { first: Shot }) {
  const [shoot, setShoot] = useState<Shoot>();
  const [shot, setShot] = useState(first);
  const [says, setSays] = useState("");

  useEffect(() => {
    openTable().then(
      (ready) => setShoot(() => ready),
      (error) => setSays(String(error)),
    );
  }, []);

  const towards = ({ currentTarget: svg, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    // A direction, not an angle: sines and cosines differ between browsers and servers.
    return { x: x - START.x, y: y - START.y };
  };
  const aim = (event: PointerEvent<SVGSVGElement>) => {
    const direction = towards(event);
    if (shoot && Math.hypot(direction.x, direction.y) > BALL) setShot(shoot(direction));
  };
  const ask = async (event: PointerEvent<SVGSVGElement>) => {
    const direction = towards(event);
    if (!shoot || Math.hypot(direction.x, direction.y) <= BALL) return;
    const own = shoot(direction);
    setShot(own);
    setSays("...");
    const response = await fetch("/shot", { method: "POST", body: JSON.stringify(direction) });
    const answer = await response.json();
    if (!response.ok) return setSays(answer.error);
    const same = JSON.stringify(answer) === JSON.stringify(own);
    const where = `${answer.holed ? "In the hole" : "Missed"} after ${answer.path.length - 2} cushions`;
    setSays(`${where}. The server ${same ? "has the same to the last bit" : "says otherwise"}.`);
  };

  return (
    <main data-ready={shoot !== undefined}>
      <svg
        viewBox={`-0.3 -0.3 ${WIDTH + 0.6} ${HEIGHT + 0.6}`}
        style={{ width: "100%", height: "90vh", touchAction: "none" }}
        onPointerMove={aim}
        onPointerDown={ask}
      >
        <title>A table with a ball, cushions and a hole</title>
        <rect
          x={-0.15}
          y={-0.15}
          width={WIDTH + 0.3}
          height={HEIGHT + 0.3}
          fill="#1f5a45"
          stroke="#6b4a2f"
          strokeWidth={0.3}
        />
        <circle className="hole" cx={HOLE.x} cy={HOLE.y} r={HOLE.radius} fill="#0b0d12" />
        <g fill="#b98a4a">
          {blocks.map((corners) => (
            <polygon key={corners.join()} points={corners.join()} />
          ))}
          {pegs.map(({ x, y, radius }) => (
            <circle key={x} className="peg" cx={x} cy={y} r={radius} />
          ))}
        </g>
        <polyline
          points={joined(shot.path)}
          fill="none"
          stroke={shot.holed ? "#ffe28a" : "#ffffff90"}
          strokeWidth={0.06}
        />
        <circle cx={START.x} cy={START.y} r={BALL} fill="#ffffff" />
      </svg>
      <output style={{ display: "block", textAlign: "center" }}>{says}</output>
    </main>
  );
}
