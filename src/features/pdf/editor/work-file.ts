import type { PdfSource } from '../viewer/index.ts'

/** A file in the editor: its name, its source, and how the server gets it on save. */
export interface WorkFile {
  /** Identifies its draft: different for other files, and for other contents of the same file. */
  identity: string
  name: string
  open: PdfSource
  /** In bytes; null while unknown. */
  size: number | null
  source: { file: Blob; name: string } | { s3_key: string }
  /** Its id in storage; null for a local file or a conversion's result. */
  fileId: string | null
  /** The id of the conversion whose result it is. */
  conversionId: string | null
}

export const localFile = (file: File): WorkFile => ({
  identity: `local/${file.name}/${file.size}/${file.lastModified}`,
  name: file.name,
  open: { file },
  size: file.size,
  source: { file, name: file.name },
  fileId: null,
  conversionId: null,
})
