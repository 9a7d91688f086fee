import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { FieldValues, PageView, Pdf, PrintOverlay } from '../viewer/index.ts'
import type { Draft, DraftMark, DraftPage, DraftTerm, PointRect } from './draft.ts'
import { type ImageUrls, MarkShape } from './mark-shape.tsx'
import { TextShape } from './text-shape.tsx'
import { findTermRects, useTermRects } from './use-term-rects.ts'

/** Content that a draft adds to read-only pages. */
export interface SmallPages {
  values: FieldValues
  overlay: (view: PageView) => ReactNode
  /** The same for printing, complete before the page is printed. */
  printOverlay: PrintOverlay
}

/** Thumbnails do not render again with every letter. */
const REST_MS = 300

type SmallPagesInput = {
  pdf: Pdf | null
  draft: Draft
  values: FieldValues
  pages: readonly DraftPage[]
  imageUrls: ImageUrls
}

/** A draft's values and annotations for thumbnails, the page grid and printing. */
export function useSmallPages({ pdf, draft, values, pages, imageUrls }: SmallPagesInput): SmallPages {
  const { marks, terms } = draft
  const settled = useSettled(values)
  const marksOn = useCallback(
    (view: PageView) => {
      const on = pages[view.number - 1]?.id
      return marks.filter((mark) => mark.on === on)
    },
    [marks, pages],
  )
  const overlay = useCallback(
    (view: PageView) => {
      const own = marksOn(view)
      if (own.length === 0 && terms.length === 0) return null
      return <SmallMarks pdf={pdf} view={view} marks={own} terms={terms} imageUrls={imageUrls} />
    },
    [pdf, marksOn, terms, imageUrls],
  )
  const printOverlay = useCallback(
    async (view: PageView) => {
      const redacted = pdf && terms.length > 0 ? await findTermRects(pdf, view, terms) : []
      return <DrawnMarks view={view} marks={marksOn(view)} redacted={redacted} imageUrls={imageUrls} />
    },
    [pdf, marksOn, terms, imageUrls],
  )
  return useMemo(() => ({ values: settled, overlay, printOverlay }), [settled, overlay, printOverlay])
}

type DrawnMarksProps = {
  view: PageView
  marks: readonly DraftMark[]
  /** The rectangles of terms to redact. */
  redacted: readonly PointRect[]
  imageUrls: ImageUrls
}

type SmallMarksProps = Omit<DrawnMarksProps, 'redacted'> & { pdf: Pdf | null; terms: readonly DraftTerm[] }

function SmallMarks({ pdf, terms, ...rest }: SmallMarksProps) {
  return <DrawnMarks redacted={useTermRects(pdf, rest.view, terms)} {...rest} />
}

function DrawnMarks({ view, marks, redacted, imageUrls }: DrawnMarksProps) {
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
          imageUrls={imageUrls}
        />
      ))}
      {marks.map((mark) =>
        mark.kind === 'text' ? (
          <TextShape key={mark.id} mark={mark} view={view} />
        ) : (
          <MarkShape key={mark.id} mark={mark} view={view} imageUrls={imageUrls} />
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
