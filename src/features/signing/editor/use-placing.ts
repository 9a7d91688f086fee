import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { MOST_FIELDS } from '../../../api/signing.ts'
import { randomId } from '../../../lib/random-id.ts'
import { showToast } from '../../../ui/toaster.tsx'
import type { Box, PageView, PdfHandle } from '../../pdf/viewer/index.ts'
import { boxAbout, boxOf, freeOf, onPage, rectOf } from './boxes.ts'
import { type EditorDraft, type FieldKind, fieldAt, putField, type Spot } from './draft.ts'
import { kindOf } from './kinds.ts'
import { newField } from './new-field.ts'
import type { Change } from './use-editor-draft.ts'

interface Placing {
  handle: PdfHandle
  /** The last rendered pages, by number. */
  seen: ReadonlyMap<number, PageView>
  draft: EditorDraft
  /** The recipient of the next field. */
  recipient: string | null
  onChange: Change
  onPlaced: (spot: Spot) => void
}

/** In CSS pixels: a shorter movement is a click. */
const A_PRESS = 6

/**
 * Places fields: at the pointer, in the middle of the visible part, or as a copy of another one.
 */
export function usePlacing({ handle, seen, draft, recipient, onChange, onPlaced }: Placing) {
  const { t } = useLingui()
  const full = draft.fields.length >= MOST_FIELDS

  const put = useCallback(
    (kind: FieldKind, view: PageView, box: Box) => {
      if (!recipient) return
      if (full)
        return void showToast({ kind: 'error', text: t`This request has the maximum number of fields.` })
      const field = newField(
        kind,
        recipient,
        { page: view.index + 1, rect: rectOf(view, onPage(view, box)) },
        (number) => t`Option ${number}`,
      )
      onChange((now) => putField(now, field))
      onPlaced({ field: field.id, place: 0 })
    },
    [recipient, full, onChange, onPlaced, t],
  )
  const placeAt = useCallback(
    (kind: FieldKind, view: PageView, box: Box) => {
      const drawn = box.width > A_PRESS && box.height > A_PRESS && kind !== 'radio'
      put(kind, view, drawn ? box : boxAbout(view, box.left, box.top, kindOf(kind).size))
    },
    [put],
  )
  const placeInSight = useCallback(
    (kind: FieldKind) => {
      const number = handle.state().page
      const view = seen.get(number)
      if (!view) return
      const page = view.index + 1
      const taken = draft.fields.flatMap(({ places }) =>
        places.filter((place) => place.page === page).map(({ rect }) => boxOf(view, rect)),
      )
      const box = boxAbout(view, view.box.width / 2, heightInSight(page, view), kindOf(kind).size)
      put(kind, view, freeOf(view, box, taken))
    },
    [handle, seen, draft.fields, put],
  )
  const duplicate = useCallback(
    (spot: Spot) => {
      const field = fieldAt(draft, spot)
      const view = [...seen.values()].find(({ index }) => index + 1 === field?.places[spot.place]?.page)
      if (!field || !view || full) return
      const away = (rect: Box) => onPage(view, { ...rect, left: rect.left + 14, top: rect.top + 14 })
      const copy = {
        ...field,
        id: randomId(),
        form_field: null,
        places: field.places.map((place) =>
          place.page === view.index + 1
            ? { ...place, rect: rectOf(view, away(boxOf(view, place.rect))) }
            : place,
        ),
      }
      onChange((now) => putField(now, copy))
      onPlaced({ field: copy.id, place: spot.place })
    },
    [draft, seen, full, onChange, onPlaced],
  )
  return { placeAt, placeInSight, duplicate }
}

/** The middle of a page's visible part, from its top. */
function heightInSight(page: number, view: PageView): number {
  const layer = document.querySelector(`[data-fields-of="${page}"]`)
  const room = layer?.closest('section')?.getBoundingClientRect()
  if (!layer || !room) return view.box.height / 3
  const { top, bottom } = layer.getBoundingClientRect()
  return (Math.max(top, room.top) + Math.min(bottom, room.bottom)) / 2 - top
}
