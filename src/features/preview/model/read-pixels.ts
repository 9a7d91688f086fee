/** A GPU takes milliseconds, software rendering some seconds. */
const [PAUSE_MS, MOST_PAUSES] = [8, 3000]

/**
 * Reads the rendered pixels without blocking the main thread. Call it in the same task as the
 * rendering. @throws if the context was lost
 */
export async function readPixels(gl: WebGL2RenderingContext, side: number): Promise<ImageData> {
  const buffer = gl.createBuffer()
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
  gl.bufferData(gl.PIXEL_PACK_BUFFER, 4 * side * side, gl.STREAM_READ)
  gl.readPixels(0, 0, side, side, gl.RGBA, gl.UNSIGNED_BYTE, 0)
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
  try {
    await drawn(gl)
    const pixels = new Uint8Array(4 * side * side)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer)
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    return upright(pixels, side)
  } finally {
    gl.deleteBuffer(buffer)
  }
}

async function drawn(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!fence) throw new Error('The graphics context was lost.')
  gl.flush()
  try {
    for (let pause = 0; pause < MOST_PAUSES; pause++) {
      const state = gl.clientWaitSync(fence, 0, 0)
      if (state === gl.ALREADY_SIGNALED || state === gl.CONDITION_SATISFIED) return
      if (state === gl.WAIT_FAILED) break
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error('The graphics context was lost.')
  } finally {
    gl.deleteSync(fence)
  }
}

/** WebGL's rows start at the bottom, and its colors are premultiplied by alpha. */
function upright(pixels: Uint8Array, side: number): ImageData {
  const image = new ImageData(side, side)
  for (let row = 0; row < side; row++) {
    const from = (side - 1 - row) * side * 4
    for (let at = 0; at < side * 4; at += 4) {
      const alpha = pixels[from + at + 3] ?? 0
      if (alpha === 0) continue
      const to = row * side * 4 + at
      for (let part = 0; part < 3; part++)
        image.data[to + part] = ((pixels[from + at + part] ?? 0) * 255) / alpha
      image.data[to + 3] = alpha
    }
  }
  return image
}
