import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WebhookStats } from '../../../api/webhooks.ts'
import { classNames } from '../../../lib/class-names.ts'
import { type Bar, type Bars, countOf, isFilter } from './bars.ts'
import { READ } from './series.ts'
import { useFigureLabels } from './use-figure-labels.ts'

type BarsTableProps = {
  bars: Bars
  total: WebhookStats
  filter: { since: string | null; until: string | null }
  /** The list's URL for a bar. */
  pathOf: (bar: Bar) => string
}

/** The table alternative of the chart: the same bars as numbers, newest first. */
export function BarsTable({ bars, total, filter, pathOf }: BarsTableProps) {
  const { t } = useLingui()
  const { number, words, period, row } = useFigureLabels(bars)
  const cells = (of: Omit<Bar, 'since' | 'until'>) => (
    <>
      <td className="px-2 text-end max-sm:hidden">{number(countOf(of))}</td>
      {READ.map((name) => (
        <td
          key={name}
          className={classNames(
            'px-2 text-end last:pe-4',
            of[name] === 0 ? 'text-ink-faint' : name === 'failed' && 'font-medium text-bad',
          )}
        >
          {number(of[name])}
        </td>
      ))}
    </>
  )
  return (
    <section
      aria-label={t`Deliveries over time, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className="h-61 overflow-auto rounded-b-sheet focus-visible:focus-inset"
    >
      <table className="w-full text-small whitespace-nowrap">
        <thead className="sticky top-0 z-1 bg-surface text-ink-soft shadow-[0_1px_0_var(--color-line-strong)]">
          <tr className="h-8">
            <Head start>{bars.step === 'hour' ? t`Hour starting` : t`Day`}</Head>
            <Head wide>{t`All`}</Head>
            {READ.map((name) => (
              <Head key={name}>{words[name]}</Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.bars.toReversed().map((bar) => (
            <tr
              key={bar.since}
              className={classNames(
                'h-8 border-b border-line',
                isFilter(bar, filter) ? 'bg-accent-tint' : 'hover:bg-hover',
              )}
            >
              <th scope="row" className="ps-4 pe-2 text-start font-regular">
                {countOf(bar) > 0 ? (
                  <Link
                    className="link"
                    to={pathOf(bar)}
                    replace
                    preventScrollReset
                    aria-current={isFilter(bar, filter) || undefined}
                  >
                    {row(bar)}
                  </Link>
                ) : (
                  row(bar)
                )}
              </th>
              {cells(bar)}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-surface font-medium shadow-[0_-1px_0_var(--color-line-strong)]">
          <tr className="h-8">
            <th scope="row" className="ps-4 pe-2 text-start font-medium">{t`All ${period}`}</th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const Head = ({ start, wide, children }: { start?: boolean; wide?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={classNames(
      'px-2 font-regular first:ps-4 last:pe-4',
      start ? 'text-start' : 'text-end',
      wide && 'max-sm:hidden',
    )}
  >
    {children}
  </th>
)
