import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Family } from './family.ts'
import { Motif } from './motif.tsx'

export type RunLine = {
  id: string
  from: string
  to: string
  family: Family /** "12 pages" */
  measure: string /** "2" */
  price: string
  /** The engine: "LibreOffice". */
  by?: string
  /** What the target does not preserve: "Charts become tables." */
  losses?: readonly string[]
}

type NextRunProps = {
  /** The result of the dry run, or its state: a StatusWord. */
  result?: ReactNode
  lines: readonly RunLine[]
  /** "WebP starts when the upload is in." */
  note?: ReactNode
  total: string
  /** "credits", as in the total. */
  unit: string
  /** "1,476 of 2,000" */
  balanceAfter?: ReactNode
  /** If the balance is too low: the remaining credits, "3 of 2,000", and how many are missing. */
  left?: ReactNode
  missing?: ReactNode
  /** The button with the number of files, with Ctrl ↵. */
  action: ReactNode
  /** "You never pay more than quoted. Failed conversions aren’t charged." */
  promise?: ReactNode
}

/** Preview of the next run and its cost: the total is before the button. */
export function NextRun(props: NextRunProps) {
  const { result, lines, note, total, unit, balanceAfter, left, missing, action, promise } = props
  const { t } = useLingui()
  return (
    <section aria-label={t`Next batch`}>
      <header className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="title text-lead">
          <Trans>Next batch</Trans>
        </h2>
        <span className="text-small">{result}</span>
      </header>
      <div className="rounded-sheet border border-line-strong bg-surface">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-b border-line px-3.5 py-3">
          {lines.length > 0 && (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
              {lines.map(({ id, measure, price, by, losses = [], ...motif }) => (
                <li key={id} className="grid gap-y-0.5">
                  <div className="flex items-center gap-3">
                    <Motif {...motif} state="ready" size="compact" />
                    <span className="min-w-0 flex-1 text-end text-small text-ink-soft">{measure}</span>
                    <span className="min-w-4 text-end font-medium">{price}</span>
                  </div>
                  {by && (
                    <span translate="no" className="text-small wrap-break-word text-ink-soft">
                      {by}
                    </span>
                  )}
                  {losses.length > 0 && (
                    <p className="text-small wrap-break-word text-ink-soft">{losses.join(' ')}</p>
                  )}
                </li>
              ))}
            </ul>
          )}
          {note && <p className="text-small text-ink-soft">{note}</p>}
        </div>
        <div className="px-3.5 pt-2 pb-3">
          <p className="flex items-baseline justify-between gap-2">
            <span>
              <Trans>Total</Trans>
            </span>
            <span>
              <span className="title text-figure">{total}</span> {unit}
            </span>
          </p>
          <div className="mb-3 grid gap-1 text-small text-ink-soft">
            {balanceAfter !== undefined && <Sum name={t`Balance after`}>{balanceAfter}</Sum>}
            {left !== undefined && <Sum name={t`Current balance`}>{left}</Sum>}
            {missing !== undefined && (
              <Sum name={t`Short by`}>
                <strong className="font-medium text-warn">{missing}</strong>
              </Sum>
            )}
          </div>
          {action}
          {promise && <p className="mt-2 text-small text-ink-soft">{promise}</p>}
        </div>
      </div>
    </section>
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap justify-between gap-2">
      <span>{name}</span>
      <span>{children}</span>
    </p>
  )
}
