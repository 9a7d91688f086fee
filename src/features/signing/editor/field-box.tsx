import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { SigningField } from '../../../api/signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { Box } from '../../pdf/viewer/index.ts'
import { WHO_FIELD, WHO_SOLID, type Who } from '../people/index.ts'
import { CORNERS, type Corner } from './boxes.ts'
import { useFieldName } from './field-name.ts'
import { kindOf } from './kinds.ts'

type FieldBoxProps = {
  field: SigningField
  place: number
  page: number
  person: string
  who: Who
  box: Box
  scale: number
  selected: boolean
  onFocus: () => void
  /** With a corner it is resized; otherwise moved. */
  onBegin: (event: PointerEvent, corner: Corner | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const AT: Record<Corner, string> = {
  nw: '-start-1.5 -top-1.5 cursor-nwse-resize',
  ne: '-end-1.5 -top-1.5 cursor-nesw-resize',
  sw: '-start-1.5 -bottom-1.5 cursor-nesw-resize',
  se: '-end-1.5 -bottom-1.5 cursor-nwse-resize',
}

/** One place of a field, in its recipient's color. */
export function FieldBox(props: FieldBoxProps) {
  const { field, place, page, person, who, box, scale, selected, onFocus, onBegin, onKeyDown } = props
  const { t } = useLingui()
  const nameOf = useFieldName()
  const { icon: Icon } = kindOf(field.kind)
  const option = field.places[place]?.option
  const name = option ? `${nameOf(field)}: ${option}` : nameOf(field)
  const small = box.height < 20 || box.width < 44
  const text =
    field.value !== null && typeof field.value === 'string' && field.value !== '' && field.kind !== 'radio'
      ? field.value
      : field.kind === 'signature'
        ? person
        : nameOf(field)
  return (
    <div
      className="absolute"
      style={box}
      // Page coordinates start at the left in every language.
      dir="ltr"
    >
      <button
        type="button"
        data-spot={`${field.id} ${place}`}
        aria-label={
          field.required
            ? t`${name} of ${person}, page ${page}, required`
            : t`${name} of ${person}, page ${page}`
        }
        aria-pressed={selected}
        onFocus={onFocus}
        onPointerDown={(event) => onBegin(event, null)}
        onKeyDown={onKeyDown}
        className={classNames(
          'absolute inset-0 flex cursor-move touch-none items-center gap-1.5 overflow-hidden rounded-mark border font-medium',
          WHO_FIELD[who],
          field.kind === 'radio' && 'rounded-pill',
          !field.required && 'border-dashed',
          small ? 'justify-center' : 'px-1.5',
        )}
        style={{ fontSize: Math.max(8, Math.min(13, box.height * 0.55, 11 * scale)) }}
      >
        {(!small || field.kind === 'checkbox') && <Icon className="size-[1.1em] flex-none" />}
        {!small && <bdi className="min-w-0 truncate">{text}</bdi>}
      </button>
      {selected && (
        <>
          <span className="pointer-events-none absolute -inset-[3px] border-2 border-paper-accent" />
          {CORNERS.map((corner) => (
            <span
              key={corner}
              onPointerDown={(event) => onBegin(event, corner)}
              className={classNames(
                'absolute grid size-3 touch-none place-items-center touch:size-6',
                AT[corner],
              )}
            >
              <span className="size-2 border border-paper-accent bg-paper" />
            </span>
          ))}
        </>
      )}
      {selected && field.places.length > 1 && (
        <span
          className={classNames(
            'pointer-events-none absolute -bottom-1 start-full ms-1 rounded-mark px-1 text-micro text-paper',
            WHO_SOLID[who],
          )}
        >
          {place + 1}/{field.places.length}
        </span>
      )}
    </div>
  )
}
