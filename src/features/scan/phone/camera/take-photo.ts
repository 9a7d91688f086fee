/** Safari leaves larger canvases blank. */
export const MOST_PIXELS = 16_777_216
/** The timeout of the camera, after which the current frame is used. */
const ANSWER_MS = 4000
const QUALITY = 0.92

/** The best available image: a photo of the camera, otherwise the current frame. */
export async function takePhoto(video: HTMLVideoElement, track: MediaStreamTrack): Promise<Blob> {
  const photo = await photoOf(track)
  return photo ?? frameOf(video)
}

/** A photo by ImageCapture, with more pixels than the video; null if unsupported. */
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
 * An image as JPEG within a pixel limit.
 * @throws if the browser cannot draw it
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
