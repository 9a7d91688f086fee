declare module 'heic-decode' {
  interface Pixels {
    width: number
    height: number
    /** Four bytes a pixel: red, green, blue, alpha. */
    data: Uint8ClampedArray
  }
  type Images = (Pick<Pixels, 'width' | 'height'> & { decode(): Promise<Pixels> })[] & { dispose(): void }
  const decode: { all(source: { buffer: Uint8Array }): Promise<Images> }
  export default decode
}
