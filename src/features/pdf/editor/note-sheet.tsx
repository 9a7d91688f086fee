import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { DraftMark } from './draft.ts'

type NoteSheetProps = {
  mark: Extract<DraftMark, { kind: 'note' }>
  page: number
  onText: (text: string) => void
  onDone: () => void
}

/** The text of a note, edited next to its icon. */
export function NoteSheet({ mark, page, onText, onDone }: NoteSheetProps) {
  const { t } = useLingui()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (mark.text === '') area.current?.focus()
  }, [mark.text])
  return (
    <textarea
      ref={area}
      aria-label={t`Note on page ${page}`}
      value={mark.text}
      maxLength={4000}
      placeholder={t`Type here`}
      onChange={(event) => onText(event.target.value)}
      onBlur={onDone}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      className="pointer-events-auto absolute start-full top-0 z-1 ms-2 h-24 w-52 resize rounded-control border border-control bg-raised p-2 text-small text-ink shadow-page outline-none focus-visible:outline-2 focus-visible:outline-accent"
    />
  )
}
