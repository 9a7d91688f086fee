import { readFileSync } from 'node:fs'
import { compoundContent, isCompound, streamStart } from '../source/compound.ts'
import { readZipDirectory, readZipEntry } from '../source/zip.ts'

const MANIFEST_BYTES = 1024 * 1024

/**
 * Whether a document that could not be opened is behind a password. Asked only then: some programs write a password that
 * all others know, and the office opens those.
 */
export function isProtected(path: string, format: string): boolean {
  if (['odt', 'ods', 'odp'].includes(format)) {
    const manifest = readZipEntry(
      path,
      readZipDirectory(path, 10_000),
      'META-INF/manifest.xml',
      MANIFEST_BYTES,
    )
    return manifest?.includes('encryption-data') ?? false
  }
  const bytes = readFileSync(path)
  return isCompound(bytes) && compoundIsProtected(bytes)
}

/** Sources: [MS-DOC] 2.5.2 (fEncrypted), [MS-XLS] 2.4.117 (FilePass), [MS-PPT] 2.1.4 (the summary of an encrypted one). */
function compoundIsProtected(bytes: Buffer): boolean {
  if (compoundContent(bytes) === 'doc')
    return ((streamStart(bytes, 'WordDocument')?.readUInt16LE(10) ?? 0) & 0x0100) !== 0
  if (compoundContent(bytes) === 'ppt') return bytes.includes(Buffer.from('EncryptedSummary', 'utf16le'))
  const records = streamStart(bytes, 'Workbook') ?? streamStart(bytes, 'Book')
  if (!records) return false
  const FILE_PASS = 0x2f
  // It is the second record, or the third of a file that is also protected from being written.
  for (let at = 0, record = 0; record < 3 && at + 4 <= records.length; record++) {
    if (records.readUInt16LE(at) === FILE_PASS) return true
    at += 4 + records.readUInt16LE(at + 2)
  }
  return false
}
