import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { z } from 'zod'
import { cleanFileName } from '../../contract/file-name.ts'
import type { FieldError, ProblemCode } from '../../contract/problems.ts'
import type { Settings } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { check } from './check.ts'
import type { NamedFile } from './find-file.ts'
import { freeSpaceGuard } from './free-space.ts'
import { removeFile } from './remove-file.ts'
import { orStorageFull, StorageFull } from './storage-full.ts'

/** Folders of uploads, and the free space to keep. */
type Disk = Pick<Settings, 'scratch' | 'uploads' | 'minFreeBytes'>

/** A received file that is not stored yet; the receiver stores or discards it. */
export interface Upload {
  path: string
  filename: string
  size: number
  sha256: string
}

export interface ReceivedForm<F extends z.ZodObject> {
  /** The validated text parts. */
  fields: Omit<z.output<F>, 'file'>
  /** In order of arrival. */
  uploads: Upload[]
  /** Uploads and `s3_keys` in order of arrival. */
  sources: ({ upload: Upload } | NamedFile)[]
}

/** The part with keys of stored files; its position among the files counts. */
const KEYS = 's3_keys'

/**
 * Streams a multipart body and validates it against the contract's form. Files go to the scratch
 * folder, never into memory. A list part may be repeated, or hold comma-separated values.
 * @throws ApiProblem upload_incomplete, file_too_large, file_missing, invalid_request ·
 * StorageFull; nothing is kept then
 */
export async function receiveForm<F extends z.ZodObject>(
  parts: AsyncIterable<Multipart>,
  disk: Disk,
  form: F,
): Promise<ReceivedForm<F>> {
  const fields: Record<string, string | string[]> = {}
  const uploads: Upload[] = []
  const sources: ReceivedForm<F>['sources'] = []
  const faults: Fault[] = []
  try {
    for await (const part of parts) {
      const name = part.fieldname
      const fault = faultOf(part, form, name === 'file' ? uploads.length > 0 : Object.hasOwn(fields, name))
      if (fault) faults.push(fault)
      if (part.type === 'file') {
        // After an error, files are still read to the end, so that the client gets the response.
        if (faults.length > 0) part.file.resume()
        else {
          const upload = await receiveFile(part, disk)
          uploads.push(upload)
          sources.push({ upload })
        }
      } else if (!fault && isList(form.shape[name])) {
        const values = String(part.value).split(',')
        const before = fields[name] ?? []
        if (name === KEYS)
          for (const [at, key] of values.entries())
            sources.push({ key, field: `${KEYS}.${before.length + at}` })
        fields[name] = [...before, ...values]
      } else if (!fault) fields[name] = String(part.value)
    }
    if (faults.length > 0) throw refuseParts(faults)
    if (form.shape.file && !form.shape.file.safeParse(undefined).success && uploads.length === 0)
      throw fileMissing()
    return { fields: checkFields(form, fields), uploads, sources }
  } catch (error) {
    for (const upload of uploads) await discard(upload)
    throw asApiProblem(error)
  }
}

type Fault = z.infer<typeof FieldError>

/** The problem of a form without its file. */
export const fileMissing = () =>
  new ApiProblem('file_missing', 'The part “file” is missing. Nothing was done.', {
    errors: [{ path: 'file', message: 'It is missing.' }],
  })

/** The problem of invalid parts, with a sentence for each. */
export function refuseParts(errors: Fault[], code: ProblemCode = 'invalid_request'): ApiProblem {
  const sentences = errors.map(({ path, message }) =>
    message.startsWith('It ')
      ? message.replace('It', `The part “${path}”`)
      : `The part “${path}” is not valid: ${message}`,
  )
  return new ApiProblem(code, `Nothing was done. ${sentences.join(' ')}`, { errors })
}

function faultOf(part: Multipart, { shape }: z.ZodObject, repeated: boolean): Fault | null {
  const path = part.fieldname.slice(0, 100)
  const schema = Object.hasOwn(shape, path) ? shape[path] : undefined
  if (!schema)
    return { path, message: `It is unknown; this operation takes ${Object.keys(shape).join(', ')}.` }
  if (isFile(schema) !== (part.type === 'file'))
    return {
      path,
      message: isFile(schema) ? 'It must be a file with a filename.' : 'It must be text, not a file.',
    }
  if (repeated && !isList(schema)) return { path, message: 'It may be sent only once.' }
  if (part.type === 'field' && (part.valueTruncated || part.fieldnameTruncated))
    return { path, message: 'It is too long.' }
  return null
}

const inner = (schema: z.core.$ZodType | undefined) =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema
const isList = (schema: z.core.$ZodType | undefined) => inner(schema) instanceof z.ZodArray
function isFile(schema: z.core.$ZodType): boolean {
  const one = inner(schema)
  return (one instanceof z.ZodArray ? one.element : one) instanceof z.ZodFile
}

function checkFields<F extends z.ZodObject>(form: F, fields: object) {
  try {
    return check(form.omit({ file: true }).strict(), fields) as Omit<z.output<F>, 'file'>
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    throw refuseParts(error.extras.errors ?? [])
  }
}

const OneFile = z.object({ file: z.file() })

/** Receives a form with one file only. @throws ApiProblem as `receiveForm` */
export async function receiveOne(parts: AsyncIterable<Multipart>, disk: Disk): Promise<Upload> {
  const { uploads } = await receiveForm(parts, disk, OneFile)
  return uploads[0] as Upload
}

/** Removes a received file. */
export const discard = (upload: Upload) => removeFile(upload.path)

async function receiveFile(part: MultipartFile, disk: Disk): Promise<Upload> {
  try {
    return await keepStream(part.file, part.filename, disk, () => part.file.truncated)
  } finally {
    part.file.resume()
  }
}

/**
 * Writes a stream to the scratch folder with its size and hash. Reads a refused stream to the end,
 * since a client sees a broken connection if the response arrives during its upload. `truncated` is
 * called at the end.
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
    if (truncated()) throw new ApiProblem('file_too_large', 'The file is larger than the limit.')
    await file?.close()
    return { path, filename, size, sha256: hash.digest('hex') }
  } catch (error) {
    await file?.close()
    await removeFile(path)
    throw error
  }
}

function asApiProblem(error: unknown): unknown {
  if (error instanceof ApiProblem || error instanceof StorageFull) return error
  const { code, message } = error as NodeJS.ErrnoException
  const cutOff =
    /Unexpected end|premature close|aborted/i.test(message ?? '') ||
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (cutOff)
    return new ApiProblem(
      'upload_incomplete',
      'The upload ended before the whole file had arrived. Nothing was stored. Send it again.',
    )
  if (/Malformed|boundary/i.test(message ?? ''))
    return new ApiProblem('malformed_body', `The multipart body is malformed: ${message}.`)
  return error
}
