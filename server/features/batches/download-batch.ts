import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Context } from '../../core/context.ts'
import { findBatch } from '../../core/find-batch.ts'
import { Refusal } from '../../core/refusal.ts'

export interface Archive {
  filename: string
  /** Of the whole archive, known before its first byte: the files are stored in it as they are. */
  size: number
  bytes: Readable
}

/**
 * The finished files of a batch as one ZIP, made while it is read: one file is open at a time, and none is held in memory.
 * They are not packed any smaller, since nearly all formats are packed already.
 * @throws Refusal not_found, not_finished, expired
 */
export async function downloadBatch(ctx: Context, id: string): Promise<Archive> {
  const batch = await findBatch(ctx, id)
  if (!batch) throw new Refusal('not_found', 'There is no batch of yours under this id.')
  const { objects, log } = ctx.platform
  const finished = batch.rows.filter((row) => row.output)
  const here = finished.filter(({ outputKey }) => outputKey)
  if (finished.length === 0)
    throw new Refusal('not_finished', 'Nothing in this batch has finished, so there is nothing to download.')
  if (here.length === 0) throw new Refusal('expired', 'The files of this batch have expired and are deleted.')
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  const name = distinctNames()
  for (const { outputKey, output, completedAt } of here) {
    zip.addReadStreamLazy(
      name(output?.filename ?? 'file'),
      {
        compress: false,
        size: output?.size_bytes ?? 0,
        ...(completedAt && { mtime: completedAt }),
        mode: 0o100644,
      },
      (done) => {
        objects.read(outputKey as string).then(
          (stream) => {
            // Whoever breaks the download off leaves no file open.
            const close = () => stream.destroy()
            bytes.once('close', close)
            stream.once('close', () => bytes.off('close', close))
            stream.once('error', (error) => zip.emit('error', error))
            if (bytes.destroyed) close()
            done(null, stream)
          },
          (error: unknown) => done(error, null as never),
        )
      },
    )
  }
  // A file that goes while it is sent breaks the download off: a short archive must not look like a whole one.
  zip.on('error', (error) => {
    log.warn({ err: error, batch: id }, 'an archive was broken off')
    bytes.destroy(error)
  })
  const size = await new Promise<number>((resolve) => {
    // The types forget the number that it is called with; the library's manual has it.
    const tell = resolve as unknown as () => void
    zip.end({ forceZip64Format: false, comment: '' }, tell)
  })
  return { filename: batch.filename, size, bytes }
}

/** Two files of one name get numbers, as a desktop gives them. Names hold no path: they came in without one. */
function distinctNames() {
  const taken = new Set<string>()
  return (filename: string): string => {
    const clean = filename.replace(/[\\/]/g, '_').replace(/^\.+$/, 'file')
    const dot = clean.lastIndexOf('.')
    const [base, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    let name = clean
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number})${ending}`
    taken.add(name.toLowerCase())
    return name
  }
}
