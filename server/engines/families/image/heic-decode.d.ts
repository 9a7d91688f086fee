declare module 'heic-decode' {
  interface Pixels {
    width: number
    height: number
    /** RGBA, four bytes per pixel. */
    data: Uint8ClampedArray
  }
  type Images = (Pick<Pixels, 'width' | 'height'> & { decode(): Promise<Pixels> })[] & { dispose(): void }
  const decode: { all(source: { buffer: Uint8Array }): Promise<Images> }
  export default decode
}
