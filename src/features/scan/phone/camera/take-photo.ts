/** Safari leaves a larger canvas blank. */
export const MOST_PIXELS = 16_777_216
/** A camera that does not answer for so long is given up, and the frame that is shown is taken. */
const ANSWER_MS = 4000
const QUALITY = 0.92

/** The best image that there is: a photo of the camera, else the frame that is shown. */
export async function takePhoto(video: HTMLVideoElement, track: MediaStreamTrack): Promise<Blob> {
  const photo = await photoOf(track)
  return photo ?? frameOf(video)
}

/**
 * A photo by the camera itself, which has more pixels than its video; null where the browser
 * cannot.
 */
async function photoOf(track: MediaStreamTrack): Promise<Blob | null> {
  if (typeof ImageCapture === 'undefined') return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS)
  })
  try {
    return await Promise.race([new ImageCapture(track).takePhoto(), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video
  return drawn(video, width, height, MOST_PIXELS, QUALITY)
}

/**
 * An image as JPEG with at most so many pixels.
 * @throws where the browser cannot draw it
 */
export async function drawn(
  source: CanvasImageSource,
  width: number,
  height: number,
  mostPixels: number,
  quality: number,
): Promise<Blob> {
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * scale))
  canvas.height = Math.max(1, Math.floor(height * scale))
  try {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the canvas has no context')
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (!blob) throw new Error('the canvas made no image')
    return blob
  } finally {
    // Safari counts the memory of all canvases, including unused ones.
    canvas.width = canvas.height = 1
  }
}
