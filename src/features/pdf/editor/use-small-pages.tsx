import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { FieldValues, PageView, Pdf } from '../viewer/index.ts'
import type { Draft, DraftMark, DraftPage, DraftTerm } from './draft.ts'
import { MarkShape, type Pictures } from './mark-shape.tsx'
import { TextShape } from './text-shape.tsx'
import { useTermRects } from './use-term-rects.ts'

/** What a draft adds to the small pages. */
export interface SmallPages {
  values: FieldValues
  overlay: (view: PageView) => ReactNode
}

/** A small page is not drawn anew with every letter. */
const REST_MS = 300

type Given = {
  pdf: Pdf | null
  draft: Draft
  values: FieldValues
  pages: readonly DraftPage[]
  pictures: Pictures
}

/** The values and annotations of a draft, for thumbnails and the page grid. */
export function useSmallPages({ pdf, draft, values, pages, pictures }: Given): SmallPages {
  const { marks, terms } = draft
  const settled = useSettled(values)
  const overlay = useCallback(
    (view: PageView) => {
      const on = pages[view.number - 1]?.id
      const own = marks.filter((mark) => mark.on === on)
      if (own.length === 0 && terms.length === 0) return null
      return <SmallMarks pdf={pdf} view={view} marks={own} terms={terms} pictures={pictures} />
    },
    [pdf, marks, terms, pages, pictures],
  )
  return useMemo(() => ({ values: settled, overlay }), [settled, overlay])
}

type SmallMarksProps = {
  pdf: Pdf | null
  view: PageView
  marks: readonly DraftMark[]
  terms: readonly DraftTerm[]
  pictures: Pictures
}

function SmallMarks({ pdf, view, marks, terms, pictures }: SmallMarksProps) {
  const redacted = useTermRects(pdf, view, terms)
  return (
    <svg
      aria-hidden="true"
      data-small-marks=""
      viewBox={`0 0 ${view.box.width} ${view.box.height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {redacted.map((rect) => (
        <MarkShape
          key={`${rect.x}/${rect.y}`}
          mark={{ id: '', on: '', kind: 'redaction', rect }}
          view={view}
          pictures={pictures}
        />
      ))}
      {marks.map((mark) =>
        mark.kind === 'text' ? (
          <TextShape key={mark.id} mark={mark} view={view} />
        ) : (
          <MarkShape key={mark.id} mark={mark} view={view} pictures={pictures} />
        ),
      )}
    </svg>
  )
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
