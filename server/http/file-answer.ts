import type { Readable } from 'node:stream'
import { attachment } from '../core/attachment.ts'
import type { Objects } from '../platform.ts'
import type { BytesAnswer } from './handlers.ts'
import { FILE_HEADERS } from './security-headers.ts'

export interface StoredFile {
  key: string
  filename: string
  size: number
  etag: string
  /** MIME type, if known. */
  type: string | undefined
}

/** A stored file as an attachment, complete or as one requested range (RFC 9110, section 14). */
export async function fileAnswer(
  objects: Objects,
  file: StoredFile,
  range: string | undefined,
): Promise<({ status: 200 } | { status: 206 }) & BytesAnswer> {
  const headers = {
    ...FILE_HEADERS,
    'accept-ranges': 'bytes',
    'content-type': file.type ?? 'application/octet-stream',
    'content-disposition': attachment(file.filename),
    etag: `"${file.etag}"`,
  }
  const part = parseRange(range, file.size)
  if (!part)
    return {
      status: 200,
      bytes: await objects.read(file.key),
      headers: { ...headers, 'content-length': String(file.size) },
    }
  return {
    status: 206,
    bytes: await objects.read(file.key, part),
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      'content-range': `bytes ${part.start}-${part.end}/${file.size}`,
    },
  }
}

/** A complete, immutable stored file: a browser caches it for an hour, then revalidates. */
export async function storedFileAnswer(objects: Objects, file: StoredFile) {
  const { bytes, headers } = await fileAnswer(objects, file, undefined)
  return { status: 200, bytes, headers: { ...headers, 'cache-control': 'private, max-age=3600' } } as const
}

/**
 * Bytes that are generated while they are sent, without range support. Content-Length is set if
 * known.
 */
export function madeAnswer(file: { filename: string; size?: number; type: string; bytes: Readable }) {
  return {
    status: 200,
    bytes: file.bytes,
    headers: {
      ...FILE_HEADERS,
      'content-type': file.type,
      ...(file.size !== undefined && { 'content-length': String(file.size) }),
      'content-disposition': attachment(file.filename),
    },
  } as const
}

/** A single satisfiable range; otherwise the complete file is sent, as RFC 9110 allows. */
function parseRange(range: string | undefined, size: number): { start: number; end: number } | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!found || size === 0) return null
  const [from, to] = [found[1], found[2]].map((digits) => (digits ? Number(digits) : null))
  if (from == null) return to ? { start: Math.max(0, size - to), end: size - 1 } : null
  const end = Math.min(to ?? size - 1, size - 1)
  return from <= end ? { start: from, end } : null
}
