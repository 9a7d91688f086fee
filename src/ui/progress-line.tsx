import { classNames } from '../lib/class-names.ts'

type ProgressLineProps = {
  /** The accessible name. */
  label: string
  /** Measured; without it only the track is shown, and the text carries the state. */
  percent?: number
  state?: 'going' | 'paused' | 'failed'
  /** 2 px on a bar's edge, 4 px elsewhere. */
  thin?: boolean
}

const hues = { going: 'bg-accent', paused: 'bg-control', failed: 'bg-bad' }

export function ProgressLine({ label, percent, state = 'going', thin }: ProgressLineProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
      className={classNames('overflow-hidden', thin ? 'h-0.5' : 'h-[3px] rounded-mark bg-line-strong')}
    >
      {percent !== undefined && (
        <div
          className={classNames('h-full transition-[width] duration-(--dur-slow) ease-out', hues[state])}
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      )}
    </div>
  )
}
