import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { UNREAD_FILES, useDropZone } from '../../../ui/use-drop-zone.tsx'
import type { Draft, Spot } from './draft.ts'
import type { Seen } from './use-highlighting.ts'

/** The maximum initial size, in points. */
const LARGEST = 240

type Choice = {
  /** The visible page. */
  seen: () => Seen | undefined
  onAddFile: (id: string, file: Blob) => void
  onChange: (change: (draft: Draft) => Draft) => void
  onPlaced: (id: string) => void
}

/** Inserts an image of this device in the middle of the visible page. */
export function useImageChoice({ seen, onAddFile, onChange, onPlaced }: Choice): {
  choose: () => void
  input: ReactNode
} {
  const { t } = useLingui()
  async function take(file: File) {
    const page = seen()
    if (!page) return
    let size: { width: number; height: number }
    try {
      const bitmap = await createImageBitmap(file)
      size = { width: bitmap.width, height: bitmap.height }
      bitmap.close()
    } catch {
      showToast({ kind: 'error', text: t`${file.name} isn’t a readable image.` })
      return
    }
    const { box, toPoints, rotation } = page.view
    const middle: Spot = toPoints(box.width / 2, box.height / 3)
    const factor = Math.min(1, LARGEST / Math.max(size.width, size.height))
    const lies = rotation % 180 !== 0
    const width = (lies ? size.height : size.width) * factor
    const height = (lies ? size.width : size.height) * factor
    const [fileId, id] = [randomId(), randomId()]
    const rect = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    onAddFile(fileId, file)
    onChange((draft) => ({
      ...draft,
      further: [...draft.further, { id: fileId, name: file.name, kind: 'picture' }],
      marks: [...draft.marks, { id, on: page.on, kind: 'image', rect, file: fileId }],
    }))
    onPlaced(id)
  }
  const { input, open } = useDropZone({
    label: t`Image to insert`,
    accept: 'image/png,image/jpeg,image/webp',
    multiple: false,
    onFiles: ([file]) => file && void take(file),
    onError: () => showToast({ kind: 'error', text: t(UNREAD_FILES) }),
  })
  return { choose: open, input }
}
