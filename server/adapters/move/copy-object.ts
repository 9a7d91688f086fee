import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { removeFile } from '../../core/remove-file.ts'
import { orStorageFull, StorageFull } from '../../core/storage-full.ts'
import { Unreachable } from '../../core/unreachable.ts'
import type { Objects } from '../../platform.ts'
import type { FileToMove } from './file-record.ts'

export interface Stores {
  source: Objects
  target: Objects
  /** A folder for objects in transfer. */
  scratch: string
  signal: AbortSignal
}

export type Copied =
  /** The target has the object's bytes; `copied` is true if this call has written them. */
  | { copied: boolean; size: number; tag: string }
  /** The source lacks the object. */
  | { fault: string }

/**
 * Ensures that the target has an object's bytes: verifies an existing copy, copies a missing
 * object, and verifies the copy. Size and SHA-256 come from the database; without a hash, from the
 * source's bytes.
 * @throws if a store is unavailable or full, or if the target does not return what was written
 */
export async function copyObject(stores: Stores, file: FileToMove): Promise<Copied> {
  const { source, target, scratch, signal } = stores
  const { key, size, sha256 } = file
  if (file.there === size && sha256 !== null) {
    const tag = await verify(stores, key, { size, sha256 })
    if (tag !== null) return { copied: false, size, tag }
  }
  const path = join(scratch, randomUUID())
  try {
    const found = await fetchObject(source, key, path, signal)
    if ('fault' in found) return found
    if (found.size !== size || (sha256 !== null && found.sha256 !== sha256))
      return { fault: 'its bytes are not those that were stored' }
    await orAborted(target.adopt(key, path), signal)
    const tag = await verify(stores, key, found)
    if (tag === null)
      throw new Error(`The target does not return the bytes that were written to ${key}. Check the target.`)
    return { copied: true, size, tag }
  } finally {
    await removeFile(path)
  }
}

/** Reads a complete object of the target. @returns its tag; null if the bytes differ */
async function verify(
  { target, signal }: Stores,
  key: string,
  wanted: { size: number; sha256: string },
): Promise<string | null> {
  const before = await target.head(key)
  if (before?.size !== wanted.size) return null
  const { hashed, counted } = counter()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(await target.read(key), hashed, nowhere, { signal })
  const { size, sha256 } = counted()
  return size === wanted.size && sha256 === wanted.sha256 ? before.tag : null
}

async function fetchObject(
  source: Objects,
  key: string,
  path: string,
  signal: AbortSignal,
): Promise<{ size: number; sha256: string } | { fault: string }> {
  const { hashed, counted } = counter()
  let content: Readable | undefined
  try {
    content = await source.read(key)
    await orStorageFull(pipeline(content, hashed, createWriteStream(path, { mode: 0o600 }), { signal }))
    return counted()
  } catch (error) {
    if (error instanceof Unreachable || error instanceof StorageFull || signal.aborted) throw error
    if ((error as NodeJS.ErrnoException).code === 'EIO') return { fault: 'the disk cannot read it' }
    if (content === undefined && (await source.head(key)) === null) return { fault: 'it is missing' }
    throw error
  }
}

function counter() {
  const hash = createHash('sha256')
  let size = 0
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { hashed, counted: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Rejects as soon as the move is stopped: the upload of a large file cannot be aborted. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_done, refuse) => {
    stop = () => refuse(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => {})
  }
}
