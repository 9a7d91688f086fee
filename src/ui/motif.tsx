import { useLingui } from '@lingui/react/macro'
import { CheckIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { formatPercent } from '../lib/format-number.ts'
import type { Family } from './family.ts'

/**
 * Where a conversion stands. A percent is one that was measured; `says` is what is happening, in
 * words.
 */
export type MotifState =
  | { state: 'ready' | 'done' | 'cancelled' | 'expired' }
  | { state: 'uploading' | 'converting'; percent: number; says: string }
  | { state: 'stage'; says: string }
  | { state: 'failed'; percent?: number }

export type MotifProps = MotifState & {
  /** The formats as they are written: "PPTX", "PDF/A". */
  from: string
  to: string
  /** What the boxes of the compact size show in their place, where a name has no room. */
  codes?: readonly [from: string, to: string]
  family?: Family
  /** Regular becomes the phone's by itself on a narrow screen; compact is for tables. */
  size?: 'regular' | 'compact' | 'phone'
  /** The target's button while it can change: a TargetPicker. Takes the place of the target box. */
  picker?: ReactNode
  /** The line under it: left what is happening, right the number. */
  note?: ReactNode
  figure?: ReactNode
}

/** `[SRC]──▸[TGT]`: badge, progress bar and state at once. */
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
  // A table has one a row. As an image with a name it needs no words that are only heard, and half
  // the elements.
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
