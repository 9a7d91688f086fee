import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { PageView, Pdf } from '../viewer/index.ts'
import type { Draft, DraftMark, DraftTerm, Spot } from './draft.ts'
import { boxOf, spotOf } from './geometry.ts'
import { draws, extentOf, markOf, moved } from './make-mark.ts'
import { type ImageUrls, MarkShape } from './mark-shape.tsx'
import { NoteSheet } from './note-sheet.tsx'
import type { MarkStyle } from './styles.ts'
import { TextMark } from './text-mark.tsx'
import type { Tool } from './tools.ts'
import { useMarkNames } from './use-mark-names.ts'
import { useTermRects } from './use-term-rects.ts'

export type MarksLayerProps = {
  pdf: Pdf | null
  view: PageView
  /** The id of the draft's page. */
  on: string
  tool: Tool
  style: MarkStyle
  marks: readonly DraftMark[]
  terms: readonly DraftTerm[]
  selected: string | null
  imageUrls: ImageUrls
  onSelect: (id: string | null) => void
  onChange: (change: (draft: Draft) => Draft, of?: string) => void
}

interface Drag {
  from: Spot
  to: Spot
  stroke: Spot[]
  /** The annotation that is being moved; none for a new one. */
  moving: DraftMark | null
}

const STEP = 1
const LEAP = 10
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The annotations of a page; handles creating, moving and deleting them. */
export function MarksLayer(props: MarksLayerProps) {
  const { pdf, view, on, tool, style, marks, terms, selected, imageUrls, onSelect, onChange } = props
  const { t } = useLingui()
  const names = useMarkNames()
  const layer = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  // Without selectable text, as on a scan, an area is highlighted.
  const bare = useIsBare(pdf, view.index, tool === 'highlight')
  const words = useTermRects(pdf, view, terms)
  const making = draws(tool) || bare
  const holding = tool === 'select' || tool === 'image' || making

  const put = (mark: DraftMark, of?: string) =>
    onChange(
      (draft) => ({ ...draft, marks: draft.marks.map((one) => (one.id === mark.id ? mark : one)) }),
      of,
    )
  const remove = (id: string) => {
    onChange((draft) => ({ ...draft, marks: draft.marks.filter((one) => one.id !== id) }))
    onSelect(null)
  }

  function begin(event: PointerEvent, moving: DraftMark | null) {
    if (event.button !== 0 || !layer.current) return
    event.preventDefault()
    event.stopPropagation()
    layer.current.setPointerCapture(event.pointerId)
    const from = spotOf(view, layer.current, event)
    setDrag({ from, to: from, stroke: [from], moving })
    onSelect(moving?.id ?? null)
  }
  function go(event: PointerEvent) {
    if (!drag || !layer.current) return
    const to = spotOf(view, layer.current, event)
    setDrag({ ...drag, to, stroke: tool === 'ink' ? [...drag.stroke, to] : drag.stroke })
  }
  function end() {
    if (!drag) return
    setDrag(null)
    const { moving, from, to } = drag
    if (moving) {
      if (from.x !== to.x || from.y !== to.y) put(moved(moving, to.x - from.x, to.y - from.y))
      return
    }
    const made = markOf(tool, style, { ...drag, id: randomId(), on })
    if (!made) return
    onChange((draft) => ({ ...draft, marks: [...draft.marks, made] }))
    onSelect(made.id)
  }
  function onKeyDown(event: KeyboardEvent, mark: DraftMark) {
    const arrow = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') remove(mark.id)
    else if (event.key === 'Escape') onSelect(null)
    else if (arrow) {
      const by = event.shiftKey ? LEAP : STEP
      put(moved(mark, arrow[0] * by, arrow[1] * by), `move ${mark.id}`)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const being = drag && !drag.moving ? markOf(tool, style, { ...drag, id: 'being-made', on }) : null
  const shown = marks.map((mark) =>
    drag?.moving?.id === mark.id ? moved(mark, drag.to.x - drag.from.x, drag.to.y - drag.from.y) : mark,
  )
  return (
    <div
      ref={layer}
      onPointerDown={making ? (event) => begin(event, null) : undefined}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      className={classNames(
        'absolute inset-0',
        making ? 'cursor-crosshair touch-none' : 'pointer-events-none!',
      )}
    >
      <svg className="pointer-events-none absolute inset-0 size-full overflow-visible" aria-hidden="true">
        {words.map((rect) => (
          <MarkShape
            key={`${rect.x}/${rect.y}`}
            mark={{ id: '', on, kind: 'redaction', rect }}
            view={view}
            imageUrls={imageUrls}
          />
        ))}
        {shown.map((mark) => (
          <MarkShape key={mark.id} mark={mark} view={view} imageUrls={imageUrls} />
        ))}
        {being && <MarkShape mark={being} view={view} imageUrls={imageUrls} />}
      </svg>
      {shown.map((mark) => {
        const { left, top, width, height } = boxOf(view, extentOf(mark))
        const chosen = mark.id === selected
        return (
          <div key={mark.id} className="absolute" style={{ left, top, width, height }}>
            {mark.kind === 'text' && (
              <TextMark
                mark={mark}
                view={view}
                editing={chosen}
                onText={(text) => put({ ...mark, text }, `text ${mark.id}`)}
                onDone={() => mark.text.trim() === '' && remove(mark.id)}
              />
            )}
            {mark.kind === 'note' && chosen && (
              <NoteSheet
                mark={mark}
                page={view.number}
                onText={(text) => put({ ...mark, text }, `text ${mark.id}`)}
                onDone={() => mark.text.trim() === '' && remove(mark.id)}
              />
            )}
            {holding && (
              <button
                type="button"
                aria-label={t`${names[mark.kind]}, page ${view.number}`}
                aria-pressed={chosen}
                data-mark={mark.id}
                onPointerDown={(event) => begin(event, mark)}
                onClick={() => onSelect(mark.id)}
                onKeyDown={(event) => onKeyDown(event, mark)}
                className={classNames(
                  'pointer-events-auto absolute cursor-move rounded-[2px] focus-visible:outline-2 focus-visible:outline-accent',
                  mark.kind === 'text' && chosen ? '-inset-x-2 -top-2 h-2' : '-inset-1',
                  chosen && 'ring-2 ring-accent',
                )}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Whether a page has no text; only checked while needed. */
function useIsBare(pdf: Pdf | null, index: number, enabled: boolean): boolean {
  const [bare, setBare] = useState(false)
  useEffect(() => {
    let gone = false
    setBare(false)
    if (enabled)
      pdf?.text(index).then(
        ({ pieces }) => !gone && setBare(pieces.every((piece) => piece.trim() === '')),
        () => {},
      )
    return () => {
      gone = true
    }
  }, [pdf, index, enabled])
  return bare
}
