/** The renderer loads with the first model. Null without WebGL. */
export const loadModelCamera = async (side: number) =>
  (await import('./model/snapshot.ts')).ModelCamera.open(side)
