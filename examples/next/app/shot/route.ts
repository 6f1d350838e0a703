import { openTable } from "../table";

const refuse = (error: string) => Response.json({ error }, { status: 400 });

/** POST { x, y }: a shot in this direction. */
export async function POST(request: Request) {
  const direction = await request.json().catch(() => null);
  const { x, y } = Object(direction);
  if (typeof x !== "number" || typeof y !== "number") return refuse("a shot is { x, y }");
  const length = Math.hypot(x, y);
  if (!(length > 1e-9 && length < 1e9)) return refuse("a shot needs a direction");
  const shoot = await openTable();
  return Response.json(shoot({ x, y }));
}
