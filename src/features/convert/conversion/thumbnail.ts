import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import type { Conversion } from '../../../api/history.ts'
import { thumbnailUrl } from '../../../api/preview.ts'

const SOURCES = new WeakMap<OperationEntry[], Set<string>>()

/** The formats that an engine of this instance renders thumbnails of. */
function thumbnailSources({ operations }: Catalog): Set<string> {
  const known = SOURCES.get(operations)
  if (known) return known
  const sources = new Set(
    operations.filter(({ operation }) => operation === 'thumbnail').flatMap(({ from }) => from),
  )
  SOURCES.set(operations, sources)
  return sources
}

/**
 * The thumbnail URL of a conversion's result, or of its original; null if no engine renders either.
 */
export function drawnThumbnail(catalog: Catalog, conversion: Conversion): string | null {
  const { conversion_id, download_url, output, source_format } = conversion
  const sources = thumbnailSources(catalog)
  return download_url && [output?.format ?? '', source_format].some((format) => sources.has(format))
    ? thumbnailUrl(conversion_id)
    : null
}
