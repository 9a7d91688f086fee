import { useCatalog } from '../../api/convert.ts'
import type { Conversion } from '../../api/history.ts'
import { thumbnailUrl } from '../../api/preview.ts'

/** The service's small picture of a conversion's result, or of its original, where an engine can draw one of them. */
export function useDrawn(): (conversion: Conversion) => string | null {
  const { operations } = useCatalog().catalog
  const drawable = new Set(
    operations.filter(({ operation }) => operation === 'thumbnail').flatMap(({ from }) => from),
  )
  return ({ conversion_id, download_url, output, source_format }) =>
    download_url && [output?.format ?? '', source_format].some((format) => drawable.has(format))
      ? thumbnailUrl(conversion_id)
      : null
}
