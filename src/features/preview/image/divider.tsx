import { useLingui } from '@lingui/react/macro'
import { ChevronsLeftRightIcon } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { clamp } from './view-math.ts'

type DividerProps = {
  /** In percent of the stage, from the left. */
  at: number
  onChange: (at: number) => void
  stage: RefObject<HTMLElement | null>
  first: string | undefined
  second: string | undefined
}

/** The divider between two stacked images: dragged by pointer, or moved by the arrow keys. */
export function Divider({ at, onChange, stage, first = '', second = '' }: DividerProps) {
  const { t } = useLingui()
  const whole = Math.round(at)
  const rest = 100 - whole

  function onPointerMove(event: PointerEvent) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const edge = stage.current?.getBoundingClientRect()
    if (edge) onChange(clamp((100 * (event.clientX - edge.left)) / edge.width, 0, 100))
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? 10 : 2
    const to = {
      ArrowLeft: at - step,
      ArrowDown: at - step,
      ArrowRight: at + step,
      ArrowUp: at + step,
      PageDown: at - 20,
      PageUp: at + 20,
      Home: 0,
      End: 100,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onChange(clamp(to, 0, 100))
  }
  return (
    <>
      <span className="pointer-events-none absolute top-2 left-2 rounded-mark bg-inverse px-1.5 text-micro text-on-inverse">
        {first}
      </span>
      <span className="pointer-events-none absolute top-2 right-2 rounded-mark bg-inverse px-1.5 text-micro text-on-inverse">
        {second}
      </span>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t`Comparison slider`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole}
        aria-valuetext={t`${first} ${whole}%, ${second} ${rest}%`}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => {
          event.stopPropagation()
          onChange(50)
        }}
        onPointerDown={(event) => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={onPointerMove}
        className="group absolute inset-y-0 w-11 -translate-x-1/2 cursor-ew-resize touch-none outline-none"
        style={{ left: `${at}%` }}
      >
        {/* Visible on any image: light with a dark edge. */}
        <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-paper ring-1 ring-paper-ink/40" />
        <span className="absolute top-1/2 left-1/2 grid size-7 -translate-1/2 place-items-center rounded-pill border border-paper-line bg-paper text-paper-ink shadow-page group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent">
          <ChevronsLeftRightIcon />
        </span>
      </div>
    </>
  )
}
