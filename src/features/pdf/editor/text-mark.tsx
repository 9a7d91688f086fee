import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { PageView } from '../viewer/index.ts'
import type { DraftMark } from './draft.ts'

type TextMarkProps = {
  mark: Extract<DraftMark, { kind: 'text' }>
  view: PageView
  editing: boolean
  onText: (text: string) => void
  onDone: () => void
}

/** Text on a page, edited in place. */
export function TextMark({ mark, view, editing, onText, onDone }: TextMarkProps) {
  const { t } = useLingui()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (editing && mark.text === '') area.current?.focus()
  }, [editing, mark.text])
  return (
    <textarea
      ref={area}
      aria-label={t`Text on page ${view.number}`}
      value={mark.text}
      readOnly={!editing}
      placeholder={t`Type here`}
      onChange={(event) => onText(event.target.value)}
      onBlur={onDone}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      className="pointer-events-auto absolute inset-0 size-full resize-none overflow-hidden bg-transparent leading-[1.2] outline-none"
      style={{ fontSize: mark.size * view.scale, color: mark.colour }}
    />
  )
}
