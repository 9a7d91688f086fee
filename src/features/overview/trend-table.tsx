import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UsageTrend } from '../../api/usage.ts'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../lib/families.ts'
import { rowPath } from './row-path.ts'
import { useTrendLabels } from './use-trend-labels.ts'

/** The table alternative of the chart: the same rows as numbers, newest first. */
export function TrendTable({ trend, families }: { trend: UsageTrend; families: readonly Family[] }) {
  const { t } = useLingui()
  const { number, word, period, bar } = useTrendLabels(trend)
  const pathOf = rowPath(trend)
  const { total, previous } = trend
  const cells = (of: typeof total, before: number) => (
    <>
      <Cell strong>{number(of.conversions)}</Cell>
      {families.map((family) => (
        <Cell key={family}>{number(of.families[family])}</Cell>
      ))}
      <Cell>{number(of.completed)}</Cell>
      <Cell>{number(of.failed)}</Cell>
      <Cell>{number(of.credits)}</Cell>
      <Cell>{number(before)}</Cell>
    </>
  )
  return (
    <section
      aria-label={t`Conversions table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className="max-h-48 overflow-auto max-sm:max-h-80 rounded-b-sheet focus-visible:focus-inset"
    >
      <table className="w-full text-small whitespace-nowrap">
        <thead className="sticky top-0 z-1 bg-surface text-ink-soft shadow-[0_1px_0_var(--color-line-strong)]">
          <tr className="h-8">
            <Head start>{trend.step === 'week' ? t`Week of` : t`Day`}</Head>
            <Head>{t`All`}</Head>
            {families.map((family) => (
              <Head key={family}>{word(family)}</Head>
            ))}
            <Head>{t`Completed`}</Head>
            <Head>{t`Failed`}</Head>
            <Head>{t`Credits`}</Head>
            <Head>{t`Previous`}</Head>
          </tr>
        </thead>
        <tbody>
          {trend.rows.toReversed().map((row) => (
            <tr key={row.date} className="h-8 border-b border-line hover:bg-hover">
              <th scope="row" className="ps-4 pe-2 text-start font-regular">
                {row.conversions > 0 ? (
                  <Link className="link" to={pathOf(row)}>
                    {bar(row)}
                  </Link>
                ) : (
                  bar(row)
                )}
              </th>
              {cells(row, row.previous.conversions)}
            </tr>
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-surface font-medium shadow-[0_-1px_0_var(--color-line-strong)]">
          <tr className="h-8">
            <th scope="row" className="ps-4 pe-2 text-start font-medium">{t`All ${period}`}</th>
            {cells(total, previous.conversions)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const Head = ({ start, children }: { start?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={classNames('px-2 font-regular first:ps-4 last:pe-4', start ? 'text-start' : 'text-end')}
  >
    {children}
  </th>
)

const Cell = ({ strong, children }: { strong?: boolean; children: ReactNode }) => (
  <td className={classNames('px-2 text-end last:pe-4', strong && 'font-medium')}>{children}</td>
)
