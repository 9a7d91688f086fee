import { heap, type Pdfium, put, readText, withMemory } from './pdfium.ts'

/**
 * Copies the attachments of a document to another one.
 * @returns the number of failed copies
 */
export function copyAttachments(pdfium: Pdfium, from: number, to: number): number {
  const count = Math.max(0, pdfium.FPDFDoc_GetAttachmentCount(from))
  let copied = 0
  for (let index = 0; index < count; index++) {
    const attachment = pdfium.FPDFDoc_GetAttachment(from, index)
    if (attachment && copyAttachment(pdfium, attachment, to)) copied++
  }
  return count - copied
}

function copyAttachment(pdfium: Pdfium, attachment: number, to: number): boolean {
  const name = readText(pdfium, (at, length) => pdfium.FPDFAttachment_GetName(attachment, at, length))
  const content = contentOf(pdfium, attachment)
  if (!content) return false
  const made = withMemory(pdfium, 2 * name.length + 2, (at) => {
    heap(pdfium).set(Buffer.from(`${name}\0`, 'utf16le'), at)
    return pdfium.FPDFDoc_AddAttachment(to, at)
  })
  if (!made) return false
  const memory = put(pdfium, content)
  try {
    return pdfium.FPDFAttachment_SetFile(made, to, memory, content.length)
  } finally {
    pdfium.pdfium.wasmExports.free(memory)
  }
}

/** Null for an unreadable or an empty file, which PDFium doesn't distinguish. */
function contentOf(pdfium: Pdfium, attachment: number): Uint8Array | null {
  return withMemory(pdfium, 4, (sizeAt) => {
    const size = () => new DataView(heap(pdfium).buffer).getUint32(sizeAt, true)
    if (!pdfium.FPDFAttachment_GetFile(attachment, 0, 0, sizeAt) || size() === 0) return null
    const length = size()
    return withMemory(pdfium, length, (at) =>
      pdfium.FPDFAttachment_GetFile(attachment, at, length, sizeAt) && size() === length
        ? heap(pdfium).slice(at, at + length)
        : null,
    )
  })
}
