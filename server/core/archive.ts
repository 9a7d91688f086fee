import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { cleanFileName, fitFileName, splitFileName } from '../../contract/file-name.ts'
import type { Log, Objects } from '../platform.ts'

export interface Archive {
  filename: string
  /** Of the whole archive, known before its first byte: the files are stored in it as they are. */
  size: number
  bytes: Readable
}

export interface ArchivedFile {
  key: string
  filename: string
  size: number
  at: Date | null
}

/**
 * Stored files as one ZIP of any size (Zip64 where it must be), made while it is read: one file is
 * open at a time, and none is held in memory. They are not packed any smaller, since nearly all
 * formats are packed already.
 */
export async function archiveOf(
  { objects, log }: { objects: Objects; log: Log },
  filename: string,
  files: readonly ArchivedFile[],
): Promise<Archive> {
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  const name = distinctNames()
  for (const { key, filename: given, size, at } of files) {
    zip.addReadStreamLazy(
      name(given),
      { compress: false, size, ...(at && { mtime: at }), mode: 0o100644 },
      (done) => {
        objects.read(key).then(
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
  // A file that goes while it is sent breaks the download off: a short archive must not look like a
  // whole one.
  zip.on('error', (error) => {
    log.warn({ err: error }, 'an archive was broken off')
    bytes.destroy(error)
  })
  const size = await new Promise<number>((resolve) => {
    // The types forget the number that it is called with; the library's manual has it.
    const tell = resolve as unknown as () => void
    zip.end({ forceZip64Format: false, comment: '' }, tell)
  })
  return { filename, size, bytes }
}

/** What an archive is called that nobody gave a name to. */
export const archiveName = (at: Date) => `Filewright ${at.toISOString().slice(0, 10)}.zip`

/**
 * Numbers files of the same name, as a desktop does. Names are cleaned again, since older rows may
 * hold others.
 */
function distinctNames() {
  const taken = new Set<string>()
  return (filename: string): string => {
    const clean = cleanFileName(filename)
    const [base, extension] = splitFileName(clean)
    let name = clean
    for (let number = 2; taken.has(name.toLowerCase()); number++)
      name = fitFileName(base, ` (${number})${extension}`)
    taken.add(name.toLowerCase())
    return name
  }
}
