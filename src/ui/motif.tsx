import { useLingui } from '@lingui/react/macro'
import { CheckIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { formatPercent } from '../lib/format-number.ts'
import type { Family } from './family.ts'

/** The state of a conversion. A percentage is always measured; `says` describes the stage. */
export type MotifState =
  | { state: 'ready' | 'done' | 'cancelled' | 'expired' }
  | { state: 'uploading' | 'converting'; percent: number; says: string }
  | { state: 'stage'; says: string }
  | { state: 'failed'; percent?: number }

export type MotifProps = MotifState & {
  /** Display names of formats: "PPTX", "PDF/A". */
  from: string
  to: string
  /** Short names for the compact size, where a name does not fit. */
  codes?: readonly [from: string, to: string]
  family?: Family
  /** Regular switches to the phone layout on narrow screens; compact is for tables. */
  size?: 'regular' | 'compact' | 'phone'
  /** The target's button while it can change: a TargetPicker. Replaces the target box. */
  picker?: ReactNode
  /** The line below: the stage on the left, the number on the right. */
  note?: ReactNode
  figure?: ReactNode
}

/** `[SRC]──▸[TGT]`: badge, progress bar and state in one. */
export function Motif(props: MotifProps) {
  const { from, to, codes = [from, to], family, size = 'regular', state, picker, note, figure } = props
  const { t, i18n } = useLingui()
  const percent = 'percent' in props ? props.percent : undefined
  const at = percent ?? (state === 'failed' ? 40 : undefined)

  const words = {
    ready: t`ready`,
    done: t`completed`,
    failed: t`failed`,
    cancelled: t`cancelled`,
    expired: t`expired`,
    uploading: '',
    converting: '',
    stage: '',
  }

  const shared = {
    className: 'motif',
    'data-state': state,
    'data-size': size,
    'data-family': family,
    style: at === undefined ? undefined : ({ '--at': at } as CSSProperties),
  }
  // Tables have one per row. A named image needs no hidden text, and half the elements.
  if (size === 'compact' && words[state] && !picker)
    return (
      <span {...shared} role="img" aria-label={t`${from} to ${to}, ${words[state]}`} translate="no">
        <span className="motif-box">{codes[0]}</span>
        <span className="motif-line">{state === 'failed' && <span className="motif-run" />}</span>
        <span className="motif-box motif-target">{codes[1]}</span>
      </span>
    )

  const motif = (
    <div {...shared}>
      <span className="motif-box motif-from" translate="no">
        {from}
      </span>
      {'says' in props ? (
        <span
          className="motif-line"
          role="progressbar"
          aria-label={t`${from} to ${to}`}
          aria-valuemin={percent === undefined ? undefined : 0}
          aria-valuemax={percent === undefined ? undefined : 100}
          aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
          aria-valuetext={
            percent === undefined ? props.says : `${props.says}, ${formatPercent(percent, i18n.locale)}`
          }
        >
          {state !== 'uploading' && <span className="motif-run" />}
        </span>
      ) : (
        <span className="motif-line">
          <span className="sr-only">{t`to`}</span>
          {state === 'failed' && <span className="motif-run" />}
        </span>
      )}
      {picker ?? (
        <span className="motif-box motif-target">
          {state === 'done' && <CheckIcon />}
          <span translate="no">{to}</span>
          {words[state] && <span className="sr-only">, {words[state]}</span>}
        </span>
      )}
    </div>
  )
  if (note === undefined && figure === undefined) return motif
  return (
    <div className="min-w-0">
      {motif}
      <div className="mt-1.5 flex min-h-4 flex-wrap items-baseline justify-between gap-x-3 text-small">
        <span className={state === 'failed' ? 'font-medium text-bad' : 'text-ink-soft'}>{note}</span>
        <span className="text-ink-soft">{figure}</span>
      </div>
    </div>
  )
}
