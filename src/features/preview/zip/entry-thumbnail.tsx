import { useEffect, useState } from 'react'
import { endingOf } from '../../../lib/ending-of.ts'
import type { Family } from '../../../ui/family.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { type Kind, kindOf } from '../kinds.ts'
import type { ZipEntry } from './read-entries.ts'

const FAMILY_OF: Partial<Record<Kind, Family>> = {
  image: 'image',
  pdf: 'document',
  text: 'document',
  table: 'document',
  video: 'video',
  audio: 'audio',
  font: 'font',
  model: 'model',
}

/**
 * A thumbnail of an image in the ZIP; otherwise its family's icon. Loads when its row becomes
 * visible.
 */
export function EntryThumbnail({ entry }: { entry: ZipEntry }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!entry.image) return
    let url: string | null = null
    const gone = new AbortController()
    entry.image(gone.signal).then(
      (blob) => {
        if (gone.signal.aborted) return
        url = URL.createObjectURL(blob)
        setSrc(url)
      },
      // The icon is shown instead.
      () => {},
    )
    return () => {
      gone.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [entry])
  const kind = kindOf(endingOf(entry.name).replace('jpeg', 'jpg'))
  return <Thumbnail src={src} family={(kind && FAMILY_OF[kind]) ?? null} size={28} />
}
