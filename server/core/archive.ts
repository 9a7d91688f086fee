import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { cleanFileName, fitFileName, splitFileName } from '../../contract/file-name.ts'
import type { Log, Objects } from '../platform.ts'

export interface Archive {
  filename: string
  /** Size of the archive, known in advance: the files are stored uncompressed. */
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
 * Streams stored files as one ZIP of any size (Zip64 if required): one file is open at a time, and
 * none is held in memory. Without compression, since nearly all formats are compressed already.
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
            // Aborting the download closes the open file.
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
  // A file deleted during the download aborts it: a truncated archive must not look complete.
  zip.on('error', (error) => {
    log.warn({ err: error }, 'an archive was broken off')
    bytes.destroy(error)
  })
  const size = await new Promise<number>((resolve) => {
    // The types omit the size argument of the callback, which the library documents.
    const tell = resolve as unknown as () => void
    zip.end({ forceZip64Format: false, comment: '' }, tell)
  })
  return { filename, size, bytes }
}

/** The default name of an archive. */
export const archiveName = (at: Date) => `Filewright ${at.toISOString().slice(0, 10)}.zip`

/**
 * Numbers files of the same name, as a desktop does. Cleans names again: older rows may have unsafe
 * ones.
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
