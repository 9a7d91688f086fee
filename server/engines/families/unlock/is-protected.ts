import { compoundContent, isCompound, streamStart } from '../../kernel/source/compound.ts'
import { readHead } from '../../kernel/source/head.ts'
import { readZipDirectory, readZipEntry } from '../../kernel/source/zip.ts'
import { isOdfEncrypted } from './odf-manifest.ts'

const MANIFEST_BYTES = 1024 * 1024

/**
 * The directory of a compound file may be anywhere; in old office files it is rarely further back.
 */
const COMPOUND_BYTES = 16 * 1024 * 1024

/** OpenDocument formats that may be encrypted. */
export const ODF_FORMATS: readonly string[] = ['odt', 'ods', 'odp']

/** Whether an office file is encrypted, by its metadata. */
export async function isProtected(path: string, format: string): Promise<boolean> {
  if (ODF_FORMATS.includes(format)) {
    const manifest = readZipEntry(
      path,
      readZipDirectory(path, 10_000),
      'META-INF/manifest.xml',
      MANIFEST_BYTES,
    )
    return isOdfEncrypted(manifest?.toString() ?? '')
  }
  const { head } = await readHead(path, COMPOUND_BYTES)
  return isCompound(head) && compoundIsProtected(head)
}

/**
 * Sources: [MS-DOC] 2.5.2 (fEncrypted), [MS-XLS] 2.4.117 (FilePass), [MS-PPT] 2.1.4 (the summary
 * stream of an encrypted file).
 */
function compoundIsProtected(bytes: Buffer): boolean {
  const content = compoundContent(bytes)
  if (content === 'encrypted') return true
  if (content === 'doc') return ((streamStart(bytes, 'WordDocument')?.readUInt16LE(10) ?? 0) & 0x0100) !== 0
  if (content === 'ppt') return bytes.includes(Buffer.from('EncryptedSummary', 'utf16le'))
  const records = streamStart(bytes, 'Workbook') ?? streamStart(bytes, 'Book')
  if (!records) return false
  const FILE_PASS = 0x2f
  // It is the second record, or the third if the file is also write-protected.
  for (let at = 0, record = 0; record < 3 && at + 4 <= records.length; record++) {
    if (records.readUInt16LE(at) === FILE_PASS) return true
    at += 4 + records.readUInt16LE(at + 2)
  }
  return false
}
