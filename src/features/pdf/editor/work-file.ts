import type { PdfSource } from '../viewer/index.ts'

/**
 * A file on the workbench: what it is called, how it is opened, and how the service gets it when it
 * is saved.
 */
export interface WorkFile {
  /** Tells its draft apart from those of other files, and of the same file when it was another. */
  identity: string
  name: string
  open: PdfSource
  /** In bytes; null while it is not known. */
  size: number | null
  source: { file: Blob; name: string } | { s3_key: string }
  /** Where it is stored; null for what is only on this device, or a conversion's result. */
  fileId: string | null
  /** The conversion whose result it is. */
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
