import { loadModelCamera, pointsUpByZ } from '../../../preview/index.ts'
import { imageOf, newPaper } from './paper.ts'

const SIDE = 132

/** Models are parsed on the main thread: larger ones would block it. */
const MOST_BYTES = 5_000_000

/** Its decoder is large, and its memory stays allocated while the page is open. */
const PACKED = 'KHR_draco_mesh_compression'

type Camera = NonNullable<Awaited<ReturnType<typeof loadModelCamera>>>
let camera: Camera | null = null

/** A model in its preview's initial view; null if it is too large, or without WebGL. */
export async function drawModel(file: File, format: string): Promise<Blob | null> {
  if (file.size > MOST_BYTES) return null
  const bytes = await file.arrayBuffer()
  if (new TextDecoder('latin1').decode(bytes.slice(0, 200_000)).includes(PACKED)) return null
  camera ??= await loadModelCamera(SIDE)
  const paper = camera && newPaper({ width: SIDE, height: SIDE })
  if (!camera || !paper) return null
  const bitmap = await createImageBitmap(await camera.take(format, bytes, pointsUpByZ(format)))
  paper.context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return imageOf(paper.canvas)
}

/** Releases the WebGL context after the last model. */
export function endModels(): void {
  camera?.close()
  camera = null
}
