import { type Dictionary, readStructure, text, writeStructure } from '../structure.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'

export interface MetadataOptions {
  title: string
  author: string
  subject: string
  keywords: string
  remove_all: boolean
}

const KEYS = { title: '/Title', author: '/Author', subject: '/Subject', keywords: '/Keywords' } as const

/**
 * Sets a document's metadata; empty options change nothing, unless all metadata is removed first.
 */
export async function editMetadata(
  toolkit: PdfToolkit,
  source: Source,
  options: MetadataOptions,
): Promise<Edited> {
  const old = await readStructure(toolkit.qpdf, source.bytes)
  // The XMP metadata duplicates these values and would contradict them.
  delete old.catalog['/Metadata']
  const info: Dictionary = options.remove_all ? {} : old.info
  for (const [name, key] of Object.entries(KEYS)) {
    const value = options[name as keyof typeof KEYS]
    if (value !== '') info[key] = text(value)
  }
  const reference = `${old.next++} 0 R`
  if (options.remove_all) delete old.catalog['/PieceInfo']
  const keep = Object.keys(info).length > 0
  if (keep) old.trailer['/Info'] = reference
  else delete old.trailer['/Info']
  const bytes = await writeStructure(toolkit.qpdf, source.bytes, old, keep ? { [reference]: info } : {})
  return { bytes, pages: source.pages, warnings: [] }
}
