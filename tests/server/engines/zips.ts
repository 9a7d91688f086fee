import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipWriter } from '../../../server/engines/kernel/zip-writer.ts'

/** A ZIP file of the given members. */
export function zip(members: Record<string, string | Uint8Array>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-zip-'))
  try {
    const path = join(folder, 'made.zip')
    const writer = new ZipWriter(path)
    for (const [name, content] of Object.entries(members)) writer.add(name, Buffer.from(content))
    writer.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const NAMESPACE = 'http://schemas.openxmlformats.org'

/** The smallest DOCX with one paragraph; `more` adds or replaces members. */
export function docx(text: string, more: Record<string, string> = {}): Buffer {
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="r1" Type="${NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${NAMESPACE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ...more,
  })
}
