import { ApiError, errorFromAnswer, errorFromNetwork } from '../../../../api/errors.ts'
import { pairedPagesPath, type ScanPage, type ScanPageSettings } from '../../../../api/public-scan.ts'

/** A preview or a photo to upload. */
export interface Part {
  token: string
  phone_id: string
  page_id: string
  kind: 'preview' | 'page'
  file: Blob
  sha256: string | null
  /** Null keeps the server's settings. */
  settings: ScanPageSettings | null
  replace: boolean
}

/** A request without progress for this time is aborted and retried. */
const STALLED_MS = 20_000

/**
 * Uploads a part. Sending it again is idempotent.
 * @param onProgress the fraction that was sent, 0 to 1
 * @throws ApiError, or the signal’s reason
 */
export function sendPart(
  part: Part,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ScanPage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => request.abort()
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, STALLED_MS)
    }
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch()
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('abort', () => {
      end()
      reject(signal.aborted ? signal.reason : new ApiError('unreachable', 0))
    })
    request.addEventListener('error', () => {
      end()
      reject(errorFromNetwork())
    })
    request.addEventListener('load', () => {
      end()
      const body = read(request.responseText)
      if (request.status < 200 || request.status >= 300) reject(errorFromAnswer(request.status, body))
      else if (isPage(body)) resolve(body)
      else reject(new ApiError('unreachable', request.status))
    })
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    request.open('POST', pairedPagesPath())
    request.setRequestHeader('authorization', `Bearer ${part.token}`)
    request.setRequestHeader('accept', 'application/json')
    watch()
    request.send(formOf(part))
  })
}

/** Text fields go before the file, so that the server can refuse the file without reading it. */
function formOf(part: Part): FormData {
  const form = new FormData()
  form.append('page_id', part.page_id)
  if (part.sha256) form.append('sha256', part.sha256)
  form.append('kind', part.kind)
  if (part.settings) form.append('settings', JSON.stringify(part.settings))
  form.append('replace', String(part.replace))
  form.append('phone_id', part.phone_id)
  form.append('file', part.file, `page.${ENDINGS[part.file.type] ?? 'jpg'}`)
  return form
}

const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/heic': 'heic' }

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isPage = (body: unknown): body is ScanPage =>
  typeof body === 'object' && body !== null && 'page_id' in body && 'version' in body
