import { knownScan, pagesUrl, type ScanPage, scanImageUrl } from '../../../../api/scan.ts'
import { addStoredPage, updateScan } from '../../../../api/scan-changes.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { formSender } from '../../../../stores/senders.ts'
import { enqueueUploads, isActive, onUploadSettled, useUploads } from '../../../../stores/uploads.ts'
import type { Quad } from '../../sheet/index.ts'
import { findCorners } from '../image/find-corners.ts'
import { load } from '../image/use-bitmap.ts'
import { sendSettings } from '../live/send-settings.ts'
import { takePage, takeScan } from '../live/take-scan.ts'

/** Uploads local files as pages, with detected corners. They keep their order. */
export async function sendPhotos(session_id: string, files: readonly File[]): Promise<void> {
  listen()
  const url = pagesUrl(session_id)
  const ids: string[] = []
  for (const file of files) {
    const id = randomId()
    ids.push(id)
    const settings = JSON.stringify({ quad: await cornersIn(file) })
    const parts = [
      ['page_id', id],
      ['settings', settings],
      ['file', file],
    ] as const
    enqueueUploads([{ id, name: file.name, fileCount: 1, url, sender: formSender(url, parts, id) }])
  }
  if (ids.length > 1) await keepOrder(session_id, ids)
}

/** Null without a detected sheet, and if this browser cannot decode the file (HEIC). */
async function cornersIn(file: Blob): Promise<Quad | null> {
  if (typeof createImageBitmap === 'undefined') return null
  try {
    const photo = await createImageBitmap(file)
    const quad = await findCorners(photo)
    photo.close()
    return quad
  } catch {
    return null
  }
}

/** Two uploads run concurrently, so they may arrive in another order. */
async function keepOrder(session_id: string, ids: readonly string[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      const { uploads } = useUploads.getState()
      if (uploads.some((one) => ids.includes(one.id) && isActive(one))) return
      stop()
      resolve()
    }
    const stop = useUploads.subscribe(check)
    check()
  })
  const known = knownScan(session_id)?.pages.map(({ page_id }) => page_id) ?? []
  const came = known.filter((id) => ids.includes(id))
  const wanted = ids.filter((id) => came.includes(id))
  if (came.every((id, at) => id === wanted[at])) return
  const page_order = known.map((id) => (ids.includes(id) ? (wanted.shift() ?? id) : id))
  takeScan(await updateScan(session_id, { page_order }))
}

/** Uploads of this session that are not pages yet, or failed. */
export const useSending = () => useUploads(({ uploads }) => uploads)

const URL_OF_PAGES = /\/scan\/sessions\/([\da-f-]{36})\/pages\//

let isListening = false
function listen(): void {
  if (isListening) return
  isListening = true
  onUploadSettled(({ url, state, outcome }) => {
    const session_id = URL_OF_PAGES.exec(url)?.[1]
    if (session_id && state === 'done' && isPage(outcome?.body)) takePage(session_id, outcome.body)
  })
}

const isPage = (body: unknown): body is ScanPage =>
  typeof body === 'object' && body !== null && 'page_id' in body && 'image_url' in body

/**
 * Adds stored images one by one; the browser detects the corners after each was added. @throws
 * ApiError
 */
export async function addStored(session_id: string, file_ids: readonly string[]): Promise<void> {
  for (const file_id of file_ids) {
    const page = await addStoredPage(session_id, randomId(), file_id)
    takePage(session_id, page)
    void findAgain(session_id, page)
  }
}

/**
 * Detects the corners of a page again, on its image. @returns whether there was a sheet @throws
 * ApiError
 */
export async function findAgain(session_id: string, page: ScanPage): Promise<boolean> {
  if (typeof createImageBitmap === 'undefined') return false
  const photo = await load(scanImageUrl(session_id, page, 'page'))
  const quad = photo && (await findCorners(photo))
  photo?.close()
  if (!quad) return false
  await sendSettings(session_id, page.page_id, { ...page.settings, quad })
  return true
}
