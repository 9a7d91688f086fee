import { useLingui } from '@lingui/react'
import { type ReactNode, useState } from 'react'
import { DropArea } from './drop-area.tsx'
import { type DropZoneOptions, UNREAD_FILES, useDropZone } from './use-drop-zone.tsx'

type DropZoneProps = Omit<DropZoneOptions, 'nested' | 'onError'> & {
  /** What a drop does: "Drop to use as your picture". */
  hint: string
  className?: string
  /** Contains a button that calls `open`, for keyboards, screen readers and touch. */
  children: (open: () => void) => ReactNode
}

/** A page section that receives files by drop, or by its button. */
export function DropZone({ hint, className, children, onFiles, ...options }: DropZoneProps) {
  const { i18n } = useLingui()
  const [unread, setUnread] = useState(false)
  const { root, input, open, over } = useDropZone({
    ...options,
    nested: true,
    onFiles(files) {
      setUnread(false)
      onFiles(files)
    },
    onError: () => setUnread(true),
  })
  return (
    <DropArea {...root} data-drop-zone="" hint={over ? hint : undefined} className={className}>
      {input}
      {children(open)}
      {unread && (
        <p role="alert" className="text-small text-bad">
          {i18n._(UNREAD_FILES)}
        </p>
      )}
    </DropArea>
  )
}
