import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Loupe } from './loupe.tsx'
import { cornerOf, middleOf } from './quad-moves.ts'
import type { Point, Quad, Size } from './types.ts'
import { type Handle, useQuadDrag } from './use-quad-drag.ts'

export interface CornerEditorProps {
  imageUrl: string
  /** Pixels of the upright photo. */
  width: number
  height: number
  /** Fractions of the photo; null for all of it. */
  quad: Quad | null
  /** Called on every movement, including those that Escape reverts. */
  onChange: (quad: Quad) => void
  /** Called at the end of a movement. */
  onDone: (quad: Quad) => void
  /** The accessible name of the group, for example “Corners of page 3”. */
  label: string
  hint?: string
  /** A label at one corner, for example who moved it: 0 is the top left one, clockwise. */
  note?: { corner: number; text: ReactNode } | null
}

const HANDLES: readonly Handle[] = [0, 1, 2, 3].flatMap((at): Handle[] => [
  { kind: 'corner', at },
  { kind: 'edge', at },
])

/**
 * A photo with the sheet's outline, whose corners and sides are dragged or moved with the arrow
 * keys. It fills the width of its container, and the photo's aspect ratio sets its height; the
 * caller zooms and pans by resizing the container. The handles of corners at the edge extend 22 px
 * over it.
 */
export function CornerEditor(props: CornerEditorProps) {
  const { imageUrl, width, height, label, hint, note, onChange, onDone } = props
  const { t } = useLingui()
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const photo = { width, height }
  const shown = useShownSize(box, photo)
  const { quad, active, handlersOf } = useQuadDrag({ quad: props.quad, photo, box, onChange, onDone })
  const nameOf = useHandleNames()
  const points = quad.map(([x, y]) => `${x * shown.width},${y * shown.height}`).join(' ')
  const placeOf = ({ kind, at }: Handle): Point =>
    kind === 'corner' ? cornerOf(quad, at) : middleOf(quad, at)

  return (
    // Coordinates are the photo's, which is not mirrored on a right-to-left page.
    <fieldset
      ref={box}
      dir="ltr"
      aria-label={label}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className="relative w-full min-w-0 select-none"
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <img src={imageUrl} alt="" draggable={false} className="absolute inset-0 size-full" />
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full overflow-visible"
        viewBox={`0 0 ${shown.width} ${shown.height}`}
      >
        <path
          d={`M0 0H${shown.width}V${shown.height}H0Z M${points.replaceAll(' ', 'L')}Z`}
          fillRule="evenodd"
          className="fill-inverse/25"
        />
        <polygon points={points} fill="none" strokeWidth={4} strokeOpacity={0.5} className="stroke-paper" />
        <polygon points={points} fill="none" strokeWidth={2} className="stroke-accent" />
      </svg>
      {HANDLES.map((handle) => {
        const place = placeOf(handle)
        const isMoving = active?.kind === handle.kind && active.at === handle.at
        return (
          <button
            key={`${handle.kind}-${handle.at}`}
            type="button"
            aria-label={nameOf(handle, place)}
            aria-describedby={`${id}-keys`}
            className={classNames(
              'group absolute z-10 grid size-11 -translate-1/2 touch-none place-items-center outline-none',
              isMoving ? 'cursor-grabbing' : 'cursor-grab',
            )}
            style={{ left: `${place[0] * 100}%`, top: `${place[1] * 100}%` }}
            {...handlersOf(handle)}
          >
            <span
              className={classNames(
                'block border-2 border-accent bg-paper group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent',
                handle.kind === 'corner' ? 'size-3.5 rounded-pill' : 'size-2.5 rounded-mark',
                handle.kind === 'corner' && isMoving && 'scale-150 bg-accent-tint',
              )}
            />
          </button>
        )
      })}
      {note && <Note place={cornerOf(quad, note.corner)}>{note.text}</Note>}
      {active && <Loupe imageUrl={imageUrl} quad={quad} handle={active} shown={shown} />}
      {hint && (
        <p id={`${id}-hint`} className="sr-only">
          {hint}
        </p>
      )}
      <p id={`${id}-keys`} className="sr-only">
        {t`Use arrow keys to move by 1 pixel, Shift for 10. Escape restores.`}
      </p>
      <p aria-live="polite" className="sr-only">
        {active && nameOf(active, placeOf(active))}
      </p>
    </fieldset>
  )
}

/** A label at a corner, on the side with more space. */
function Note({ place: [x, y], children }: { place: Point; children: ReactNode }) {
  return (
    <p
      dir="auto"
      className={classNames(
        'pointer-events-none absolute z-10 flex max-w-60 items-center gap-1.5 rounded-control border border-line bg-raised px-2 py-1 text-small text-ink shadow-pop',
        x > 0.5 ? '-translate-x-full' : '',
        y > 0.15 ? '-translate-y-[calc(100%+16px)]' : 'translate-y-4',
      )}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
    >
      {children}
    </p>
  )
}

/**
 * The name of a handle with its position: "Top left corner, 12% from the left, 8% from the top".
 */
function useHandleNames(): (handle: Handle, place: Point) => string {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const corners = [t`Top left corner`, t`Top right corner`, t`Bottom right corner`, t`Bottom left corner`]
    const edges = [t`Top edge`, t`Right edge`, t`Bottom edge`, t`Left edge`]
    const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
    return ({ kind, at }, [x, y]) => {
      const name = (kind === 'corner' ? corners : edges)[at & 3] ?? ''
      const left = percent.format(x)
      const top = percent.format(y)
      if (kind === 'corner') return t`${name}, ${left} from the left, ${top} from the top`
      return at % 2 === 0 ? t`${name}, ${top} from the top` : t`${name}, ${left} from the left`
    }
  }, [t, i18n.locale])
}

/** The size of an element on the screen, updated after zooms and window resizes. */
function useShownSize(box: RefObject<HTMLElement | null>, initial: Size): Size {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size ?? initial
}
