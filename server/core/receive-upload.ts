import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { cleanFileName } from '../../contract/file-name.ts'
import type { Settings } from '../platform.ts'
import { freeSpaceGuard } from './free-space.ts'
import { Refusal } from './refusal.ts'
import { orStorageFull, StorageFull } from './storage-full.ts'

/** Where uploads are written, and how much of it stays free. */
type Disk = Pick<Settings, 'scratch' | 'uploads' | 'minFreeBytes'>

/** A file that has arrived and is nobody's yet; whoever received it stores or discards it. */
export interface Upload {
  path: string
  filename: string
  size: number
  sha256: string
}

export interface ReceivedForm {
  fields: Record<string, string>
  /** In the order in which they came. */
  uploads: Upload[]
  /** The same, with the keys of `s3_keys` between them as they came. */
  sources: ({ upload: Upload } | { key: string })[]
}

/** The one field that may come several times, or hold several keys with commas, which no key has, between them. */
const REPEATED = 's3_keys'

/**
 * Reads a multipart body as it arrives: its files go straight to the scratch folder, never into memory. Whatever goes wrong
 * on the way, nothing is left behind.
 * @throws Refusal upload_incomplete, file_too_large, invalid_request · StorageFull
 */
export async function receiveForm(parts: AsyncIterable<Multipart>, disk: Disk): Promise<ReceivedForm> {
  const fields: Record<string, string> = {}
  const uploads: Upload[] = []
  const sources: ReceivedForm['sources'] = []
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw unknownField(part.fieldname)
        const upload = await receiveFile(part, disk)
        uploads.push(upload)
        sources.push({ upload })
      } else {
        if (part.valueTruncated || part.fieldnameTruncated) {
          throw new Refusal('invalid_request', `The field ${part.fieldname} is too long.`, {
            errors: [{ path: part.fieldname, message: 'Too long.' }],
          })
        }
        const value = String(part.value)
        if (part.fieldname === REPEATED) sources.push(...value.split(',').map((key) => ({ key })))
        const before = part.fieldname === REPEATED ? fields[REPEATED] : undefined
        fields[part.fieldname] = before === undefined ? value : `${before},${value}`
      }
    }
  } catch (error) {
    for (const upload of uploads) await discard(upload)
    throw asRefusal(error)
  }
  return { fields, uploads, sources }
}

/** A form that holds one file and nothing else. @throws Refusal file_missing, invalid_request and as `receiveForm` */
export async function receiveOne(parts: AsyncIterable<Multipart>, disk: Disk): Promise<Upload> {
  const { fields, uploads } = await receiveForm(parts, disk)
  const [upload, ...more] = uploads
  const [unknown] = Object.keys(fields)
  if (upload && more.length === 0 && unknown === undefined) return upload
  for (const one of uploads) await discard(one)
  if (!upload) throw new Refusal('file_missing', 'The form has no file in its field “file”.')
  throw new Refusal('invalid_request', 'Send one file and nothing else.', {
    errors: [{ path: unknown ?? 'file', message: unknown ? 'There is no such field.' : 'One file.' }],
  })
}

/** Removes a received file that will not be kept. */
export const discard = (upload: Upload) => rm(upload.path, { force: true })

async function receiveFile(part: MultipartFile, disk: Disk): Promise<Upload> {
  try {
    return await keepStream(part.file, part.filename, disk, () => part.file.truncated)
  } finally {
    part.file.resume()
  }
}

/**
 * Writes a stream to the scratch folder, counting and hashing as it comes. What cannot be kept is still read to its end: a
 * caller who is answered in mid-upload sees a broken connection. `truncated` is asked at the end.
 */
export async function keepStream(
  stream: AsyncIterable<Buffer>,
  given: string | undefined,
  disk: Disk,
  truncated: () => boolean,
): Promise<Upload> {
  const { scratch } = disk
  const path = join(scratch, randomUUID())
  const requireSpace = freeSpaceGuard(disk)
  const hash = createHash('sha256')
  let size = 0
  let file: FileHandle | undefined
  let failure: { error: unknown } | undefined
  const write = async (chunk: Buffer) => {
    await requireSpace(chunk.length)
    file ??= await open(path, 'wx', 0o600)
    hash.update(chunk)
    size += chunk.length
    await file.writeFile(chunk)
  }
  try {
    const filename = cleanFileName(given ?? '')
    await mkdir(scratch, { recursive: true })
    for await (const chunk of stream) {
      if (failure) continue
      try {
        await orStorageFull(write(chunk))
      } catch (error) {
        failure = { error }
      }
    }
    if (failure) throw failure.error
    if (truncated()) throw new Refusal('file_too_large', 'The file is larger than what is taken here.')
    await file?.close()
    return { path, filename, size, sha256: hash.digest('hex') }
  } catch (error) {
    await file?.close()
    await rm(path, { force: true })
    throw error
  }
}

const unknownField = (name: string) =>
  new Refusal(
    'invalid_request',
    `This form has no file field ${JSON.stringify(name.slice(0, 40))}; the file goes into “file”.`,
    {
      errors: [{ path: 'file', message: 'The file goes here.' }],
    },
  )

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof StorageFull) return error
  const { code, message } = error as NodeJS.ErrnoException
  const cutOff =
    /Unexpected end|premature close|aborted/i.test(message ?? '') ||
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (cutOff)
    return new Refusal(
      'upload_incomplete',
      'The upload ended before the whole file had arrived. Nothing was kept; send it again.',
    )
  if (/Malformed|boundary/i.test(message ?? ''))
    return new Refusal('malformed_body', 'The multipart body cannot be read.')
  return error
}
