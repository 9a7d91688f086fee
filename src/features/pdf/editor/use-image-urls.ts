import { useEffect, useMemo } from 'react'
import type { FurtherFile } from './draft.ts'
import type { ImageUrls } from './mark-shape.tsx'

/** Object URLs of inserted images, revoked when the editor unmounts. */
export function useImageUrls(further: readonly FurtherFile[], files: ReadonlyMap<string, Blob>): ImageUrls {
  const imageUrls = useMemo(() => {
    const urls = new Map<string, string>()
    for (const { id, kind } of further) {
      const file = kind === 'picture' ? files.get(id) : undefined
      if (file) urls.set(id, URL.createObjectURL(file))
    }
    return urls
  }, [further, files])
  useEffect(
    () => () => {
      for (const url of imageUrls.values()) URL.revokeObjectURL(url)
    },
    [imageUrls],
  )
  return imageUrls
}
