import { useEffect, useMemo } from 'react'
import type { FurtherFile } from './draft.ts'
import type { Pictures } from './mark-shape.tsx'

/** Addresses at which the pictures that were put in are seen, as long as the workbench is there. */
export function usePictures(further: readonly FurtherFile[], files: ReadonlyMap<string, Blob>): Pictures {
  const pictures = useMemo(() => {
    const urls = new Map<string, string>()
    for (const { id, kind } of further) {
      const file = kind === 'picture' ? files.get(id) : undefined
      if (file) urls.set(id, URL.createObjectURL(file))
    }
    return urls
  }, [further, files])
  useEffect(
    () => () => {
      for (const url of pictures.values()) URL.revokeObjectURL(url)
    },
    [pictures],
  )
  return pictures
}
