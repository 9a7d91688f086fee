import { type Catalog, useCatalog } from '../../../api/convert.ts'

type Kind = { format: string | null; family: string }

/**
 * Whether a file can be sent for signature: a PDF, or a document or image that this instance
 * converts to PDF.
 */
export function canSign({ operations }: Catalog, { format, family }: Kind): boolean {
  if (format === 'pdf') return true
  if (format === null || !['document', 'image'].includes(family)) return false
  return operations.some(
    ({ operation, from, to }) => operation === 'convert' && from.includes(format) && to.includes('pdf'),
  )
}

export function useCanSign(): (file: Kind) => boolean {
  const { catalog } = useCatalog()
  return (file) => canSign(catalog, file)
}
