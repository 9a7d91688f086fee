import { zipSync } from 'fflate'
import type { OfficePackage } from './office-package.ts'

/** What pandoc has no use for, and what could be large. */
const UNUSED =
  /(^|\/)(embeddings|fonts|activeX|charts|diagrams|theme|customXml|Thumbnails|Configurations2|Basic|Scripts)\/|(vbaProject|vbaData|thumbnail)[^/]*$/i

/** A package with some parts replaced, and without what pandoc does not read; stored, since pandoc reads it at once. */
export function rewrittenPackage(source: OfficePackage, parts: Record<string, Uint8Array>): Uint8Array {
  const members: Record<string, Uint8Array> = {}
  for (const name of source.names) {
    if (name.endsWith('/') || UNUSED.test(name) || parts[name]) continue
    const bytes = source.bytes(name)
    if (bytes) members[name] = bytes
  }
  return zipSync({ ...members, ...parts }, { level: 0 })
}
