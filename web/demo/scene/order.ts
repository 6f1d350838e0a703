/**
 * Render order. Translucent faces come first and write no depth; then the same faces fill the depth buffer without colour, to
 * tell hidden edges from visible ones; annotations are drawn last, on top.
 */
export const order = { ground: 0, plane: 1, faces: 2, depth: 3, edges: 4, notes: 6, marks: 7 } as const;
