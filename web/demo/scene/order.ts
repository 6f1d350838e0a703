/**
 * What is drawn after what. Translucent faces come first and leave no depth; then the same faces fill the depth buffer
 * without colour, so that edges behind them can be told from edges in front; annotations lie on top of everything.
 */
export const order = { ground: 0, plane: 1, faces: 2, depth: 3, edges: 4, notes: 6, marks: 7 } as const;
