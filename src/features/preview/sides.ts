import type { Conversion } from '../../api/history.ts'
import { originalUrl, ownPath } from '../../api/preview.ts'
import type { UserFile } from '../../api/storage.ts'
import { type Kind, kindOf } from './kinds.ts'

/** A file to preview: source or result. */
export interface Side {
  which: 'source' | 'result'
  url: string
  name: string
  bytes: number
  format: string
  kind: Kind | null
  /** Its storage key. */
  key: string
  /** Whether a model's Z axis points up, as for printers and CAD; otherwise Y does. */
  zUp: boolean
}

export interface Sides {
  source: Side | null
  result: Side | null
}

const Z_UP = ['stl', '3mf', 'step', 'iges', 'brep', 'ifc', 'dxf', 'amf', 'blend', '3ds']

/** Whether models of a format are rendered with their Z axis up. */
export const pointsUpByZ = (format: string): boolean => Z_UP.includes(format)

/** Both files of a conversion, each null once it is deleted. */
export function sidesOf(conversion: Conversion): Sides {
  const {
    conversion_id: id,
    s3_key,
    output,
    download_url,
    filename,
    size_bytes,
    source_format,
    options,
    file_count,
  } = conversion
  const zUp = pointsUpByZ(source_format)
  // For several sources only the first could be displayed; the result contains all.
  const source: Side | null =
    s3_key && file_count === 1
      ? {
          which: 'source',
          url: originalUrl(id),
          name: filename,
          bytes: size_bytes,
          format: source_format,
          kind: kindOf(source_format),
          key: s3_key,
          zUp,
        }
      : null
  const result: Side | null =
    output?.s3_key && download_url
      ? {
          which: 'result',
          url: ownPath(download_url),
          name: output.filename,
          bytes: output.size_bytes,
          format: output.format,
          kind: kindOf(output.format),
          key: output.s3_key,
          // The orientation is unchanged unless the option rotates it.
          zUp: options.up_axis === 'z' || (options.up_axis !== 'y' && zUp),
        }
      : null
  return { source, result }
}

/** A file that was not uploaded: it has an object URL and no key. */
export const localSide = (file: File, format: string, url: string): Side => ({
  which: 'source',
  url,
  name: file.name,
  bytes: file.size,
  format,
  kind: kindOf(format),
  key: '',
  zUp: pointsUpByZ(format),
})

/** Null for unknown formats. */
export const storedSide = (file: UserFile): Side | null =>
  file.format === null
    ? null
    : {
        which: 'source',
        url: ownPath(file.download_url),
        name: file.file_name,
        bytes: file.file_size_bytes,
        format: file.format,
        kind: kindOf(file.format),
        key: file.s3_key,
        zUp: pointsUpByZ(file.format),
      }

/**
 * How much smaller the result is, in whole percent: negative if it is larger, null if the sizes are
 * equal or the files are of different kinds, such as a text and its PDF.
 */
export function saving({ source, result }: Sides): number | null {
  if (!source || !result || source.bytes === 0 || source.kind !== result.kind) return null
  const percent = Math.round(100 * (1 - result.bytes / source.bytes))
  return percent === 0 ? null : percent
}
