import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { SigningField } from '../../../api/signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { Box, PageView } from '../../pdf/viewer/index.ts'
import { whoOf } from '../people/index.ts'
import { boxOf, type Corner, onPage, rectOf, stretched } from './boxes.ts'
import { type EditorDraft, type FieldKind, removeSpot, type Spot, setRect } from './draft.ts'
import { FieldBar } from './field-bar.tsx'
import { FieldBox } from './field-box.tsx'
import type { Change } from './use-editor-draft.ts'

export type FieldsLayerProps = {
  view: PageView
  draft: EditorDraft
  /** The field type that the next press on the page places. */
  armed: FieldKind | null
  selected: Spot | null
  onSelect: (spot: Spot | null) => void
  onChange: Change
  /** Places the armed field in this box; a press without a drag has no size. */
  onPlace: (view: PageView, box: Box) => void
  onDuplicate: (spot: Spot) => void
}

interface Drag {
  spot: Spot | null
  corner: Corner | null
  from: { x: number; y: number }
  box: Box
  dx: number
  dy: number
}

const STEP = 6
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The fields on one page: added, moved, resized and removed, by pointer and by keyboard. */
export function FieldsLayer(props: FieldsLayerProps) {
  const { view, draft, armed, selected, onSelect, onChange, onPlace, onDuplicate } = props
  const { t } = useLingui()
  const layer = useRef<HTMLFieldSetElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const page = view.index + 1

  // Drop target of drags from the palette.
  const latest = useRef({ view, onPlace })
  useEffect(() => {
    latest.current = { view, onPlace }
  })
  useEffect(() => {
    const element = layer.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => 'placing' in source.data,
      onDrop: ({ location }) => {
        const { left, top } = element.getBoundingClientRect()
        const { clientX, clientY } = location.current.input
        const { view, onPlace } = latest.current
        onPlace(view, { left: clientX - left, top: clientY - top, width: 0, height: 0 })
      },
    })
  }, [])

  const at = (event: PointerEvent) => {
    const { left, top } = layer.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: event.clientX - left, y: event.clientY - top }
  }
  function begin(event: PointerEvent, box: Box, spot: Spot | null, corner: Corner | null = null) {
    if (event.button !== 0 || !layer.current) return
    event.stopPropagation()
    layer.current.setPointerCapture(event.pointerId)
    setDrag({ spot, corner, from: at(event), box, dx: 0, dy: 0 })
    onSelect(spot)
  }
  function go(event: PointerEvent) {
    if (!drag) return
    const { x, y } = at(event)
    setDrag({ ...drag, dx: x - drag.from.x, dy: y - drag.from.y })
  }
  function end() {
    if (!drag) return
    setDrag(null)
    if (!drag.spot) return onPlace(view, draggedBox(view, drag))
    const { spot } = drag
    if (drag.dx === 0 && drag.dy === 0) return
    onChange((now) => setRect(now, spot, rectOf(view, draggedBox(view, drag))))
  }
  function onKey(event: KeyboardEvent, spot: Spot, box: Box) {
    const arrow = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') {
      onChange((now) => removeSpot(now, spot))
      onSelect(null)
    } else if (event.key === 'Escape') onSelect(null)
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) onDuplicate(spot)
    else if (arrow) {
      const by = (event.shiftKey ? 1 : STEP) * view.scale
      const next = event.altKey
        ? stretched(view, box, 'se', arrow[0] * by, arrow[1] * by)
        : onPage(view, { ...box, left: box.left + arrow[0] * by, top: box.top + arrow[1] * by })
      onChange((now) => setRect(now, spot, rectOf(view, next)), `move ${spot.field} ${spot.place}`)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const spots = draft.fields.flatMap((field) =>
    field.places.flatMap((place, index) =>
      place.page === page ? [{ field, place: index, rect: place.rect }] : [],
    ),
  )
  const boxFor = (field: SigningField, place: number, rect: Parameters<typeof boxOf>[1]) =>
    drag?.spot?.field === field.id && drag.spot.place === place ? draggedBox(view, drag) : boxOf(view, rect)
  const chosen = spots.find(({ field, place }) => field.id === selected?.field && place === selected.place)
  return (
    <fieldset
      ref={layer}
      aria-label={t`Fields of page ${page}`}
      data-fields-of={page}
      onPointerDown={(event) => {
        if (armed) begin(event, { left: at(event).x, top: at(event).y, width: 0, height: 0 }, null)
      }}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      className={classNames(
        'absolute inset-0',
        armed ? 'cursor-crosshair touch-none' : 'pointer-events-none! *:pointer-events-auto',
      )}
    >
      {spots.map(({ field, place, rect }) => {
        const box = boxFor(field, place, rect)
        const spot = { field: field.id, place }
        return (
          <FieldBox
            key={`${field.id} ${place}`}
            field={field}
            place={place}
            page={page}
            person={draft.recipients.find(({ id }) => id === field.recipient_id)?.name ?? ''}
            who={whoOf(draft.recipients, field.recipient_id)}
            box={box}
            scale={view.scale}
            selected={field.id === selected?.field && place === selected.place}
            onFocus={() => onSelect(spot)}
            onBegin={(event, corner) => begin(event, boxOf(view, rect), spot, corner)}
            onKeyDown={(event) => onKey(event, spot, boxOf(view, rect))}
          />
        )
      })}
      {drag && !drag.spot && (
        <span
          className="pointer-events-none absolute rounded-mark border border-dashed border-paper-accent bg-paper-accent-tint/60"
          style={draggedBox(view, drag)}
        />
      )}
      {chosen && !drag && (
        <FieldBar
          key={chosen.field.id}
          field={chosen.field}
          box={boxOf(view, chosen.rect)}
          width={view.box.width}
          draft={draft}
          onChange={onChange}
          onDuplicate={() => onDuplicate({ field: chosen.field.id, place: chosen.place })}
          onRemove={() => {
            onChange((now) => removeSpot(now, { field: chosen.field.id, place: chosen.place }))
            onSelect(null)
          }}
        />
      )}
    </fieldset>
  )
}

function draggedBox(view: PageView, { spot, corner, box, dx, dy }: Drag): Box {
  if (!spot)
    return {
      left: Math.min(box.left, box.left + dx),
      top: Math.min(box.top, box.top + dy),
      width: Math.abs(dx),
      height: Math.abs(dy),
    }
  if (corner) return stretched(view, box, corner, dx, dy)
  return onPage(view, { ...box, left: box.left + dx, top: box.top + dy })
}
