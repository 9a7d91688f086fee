import type { ReactNode } from 'react'

type MeterProps = {
  /** "Storage" */
  label: string
  /** The accessible value: "38.4 GB of 50 GB". */
  says: string
  /** Percentages of the total: now, and at the forecast. */
  percent: number
  forecast?: number
  /** The text below: "About 41 GB on 30 November, full on 2 January". */
  note?: ReactNode
  /** The text is a warning. */
  warn?: boolean
}

const clamp = (percent: number) => Math.max(0, Math.min(100, percent))

/**
 * Solid up to the current value, hatched up to the forecast, with a tick at the forecast. Falling
 * values (credits) are hatched back.
 */
export function Meter({ label, says, percent, forecast, note, warn }: MeterProps) {
  const now = clamp(percent)
  const then = forecast === undefined ? now : clamp(forecast)
  const solid = Math.min(now, then)
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be hatched or have a tick */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(now)}
        aria-valuetext={says}
        className="relative h-2 rounded-[1px] border border-line-strong bg-sunk"
      >
        <span
          className="absolute -inset-y-px -start-px bg-ink-soft"
          // Overlaps the border on both sides, so that 100% fills it.
          style={{ width: `calc((100% + 2px) * ${solid / 100})` }}
        />
        <span
          className="hatched absolute inset-y-0"
          style={{ insetInlineStart: `${solid}%`, width: `${Math.abs(then - now)}%` }}
        />
        {forecast !== undefined && (
          <span
            className="absolute -inset-y-[3px] w-0.5 -ms-px bg-ink"
            style={{ insetInlineStart: `${then}%` }}
          />
        )}
      </div>
      {note && (
        <p className={warn ? 'mt-2 text-small font-medium text-warn' : 'mt-2 text-small text-ink-soft'}>
          {note}
        </p>
      )}
    </div>
  )
}
