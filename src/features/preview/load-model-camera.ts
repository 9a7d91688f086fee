/**
 * What draws models is loaded when the first one is to be drawn. Null where the browser has no
 * WebGL.
 */
export const loadModelCamera = async (side: number) =>
  (await import('./model/snapshot.ts')).ModelCamera.open(side)
