import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { clock } from './peaks.ts'

type WaveformProps = {
  label: string
  /** Null while loading, or if it failed: a plain line is drawn then. */
  peaks: readonly number[] | null
  /** Seconds. */
  at: number
  duration: number
  onSeek: (to: number) => void
  /** Space plays and pauses, as in other players. */
  onToggle: () => void
}

const HEIGHT = 72

/**
 * The audio as bars: played parts in the family's hue, the rest gray. A slider for the keyboard.
 */
export function Waveform({ label, peaks, at, duration, onSeek, onToggle }: WaveformProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const told = duration > 0
  const heard = told ? Math.min(1, at / duration) : 0
  const now = clock(at)
  const whole = clock(duration)
  const count = peaks?.length ?? 1

  const seekTo = (to: number) => told && onSeek(Math.min(duration, Math.max(0, to)))
  function onPointer(event: PointerEvent) {
    const edge = box.current?.getBoundingClientRect()
    if (!edge || event.buttons !== 1) return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    seekTo(((event.clientX - edge.left) / edge.width) * duration)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? 1 : 5
    const acts: Record<string, () => void> = {
      arrowright: () => seekTo(at + step),
      arrowup: () => seekTo(at + step),
      arrowleft: () => seekTo(at - step),
      arrowdown: () => seekTo(at - step),
      pageup: () => seekTo(at + duration / 10),
      pagedown: () => seekTo(at - duration / 10),
      home: () => seekTo(0),
      end: () => seekTo(duration),
      ' ': onToggle,
    }
    const act = acts[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }
  const bars = peaks ?? [0]
  const path = bars
    .map((peak, index) => {
      const half = Math.max(1, (peak * HEIGHT) / 2)
      return `M${index + 0.5} ${HEIGHT / 2 - half}V${HEIGHT / 2 + half}`
    })
    .join('')
  const drawing = (className: string) => (
    <svg
      viewBox={`0 0 ${count} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`absolute inset-0 size-full ${className}`}
    >
      {peaks ? (
        <path d={path} stroke="currentColor" strokeWidth="0.55" />
      ) : (
        <path d={`M0 ${HEIGHT / 2}H1`} stroke="currentColor" strokeWidth="2" />
      )}
    </svg>
  )
  return (
    <div
      ref={box}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-disabled={!told}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={t`${now} of ${whole}`}
      data-waveform={peaks ? 'drawn' : 'waiting'}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      className="relative cursor-pointer touch-none rounded-mark"
      style={{ height: HEIGHT }}
    >
      {drawing('text-control')}
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - 100 * heard}% 0 0)` }}>
        {drawing('text-(--family)')}
      </div>
      <span
        className="absolute inset-y-0 w-px bg-ink"
        style={{ left: `${100 * heard}%` }}
        hidden={!told || at === 0}
      />
    </div>
  )
}
