import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useCredits } from '../../../api/convert.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Meter } from '../../../ui/meter.tsx'
import { useTimeLeft } from '../conversion/index.ts'
import { type Results, savedPercent } from './results.ts'
import { ResultsActions } from './results-actions.tsx'

/** The results of the run: number, sizes, actions for all, and cost. */
export function ResultsPanel({ results }: { results: Results }) {
  const { t, i18n } = useLingui()
  const timeLeft = useTimeLeft()
  const { done, running, failed, locked, ms } = results
  const [first] = done
  const left = first ? timeLeft(first)?.word : undefined
  const total = done.length + running
  const count = formatNumber(done.length, i18n.locale)
  const all = formatNumber(total, i18n.locale)
  const retriable = failed.length - locked.length
  return (
    <section aria-label={t`Results`}>
      <header className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="title text-lead">
          <Trans>Results</Trans>
        </h2>
        {left && <span className="text-small text-ink-soft">{t`Expires in ${left}`}</span>}
      </header>
      <div className="rounded-sheet border border-line-strong bg-surface">
        <div className="grid gap-2.5 px-3.5 pt-2 pb-3.5">
          <p className="flex items-baseline justify-between gap-2">
            <span className="title text-figure">
              {running > 0 ? t`${count} of ${all} done` : t`${count} done`}
            </span>
            {running === 0 && ms !== null && ms > 0 && (
              <span className="text-small text-ink-soft">
                <InTime ms={ms} />
              </span>
            )}
          </p>
          {done.length > 0 && <Sizes results={results} />}
          {(retriable > 0 || locked.length > 0) && (
            <p className="flex flex-wrap gap-x-3 text-small font-medium text-bad">
              {retriable > 0 && (
                <span>{t({ message: plural(retriable, { one: '# failed', other: '# failed' }) })}</span>
              )}
              {locked.length > 0 && (
                <span>
                  {t({
                    message: plural(locked.length, {
                      one: '# needs a password',
                      other: '# need a password',
                    }),
                  })}
                </span>
              )}
            </p>
          )}
          <ResultsActions results={results} />
        </div>
        <Money results={results} />
      </div>
    </section>
  )
}

function InTime({ ms }: { ms: number }) {
  const { t } = useLingui()
  const time = formatDuration(ms)
  return t`in ${time}`
}

/** New and old size, as a bar and as text. */
function Sizes({ results }: { results: Results }) {
  const { t, i18n } = useLingui()
  const { before, after } = results
  const [from, to] = [formatBytes(before, i18n.locale), formatBytes(after, i18n.locale)]
  const percent = savedPercent(results)
  const more = -(percent ?? 0)
  return (
    <Meter
      label={t`Size of the results`}
      says={t`${to} from ${from}`}
      percent={before > 0 ? (100 * after) / before : 100}
      note={
        <span className="flex flex-wrap justify-between gap-x-2">
          <span>
            <Trans>
              <strong className="font-medium text-ink">{to}</strong> from {from}
            </Trans>
          </span>
          {percent !== null &&
            (percent > 0 ? (
              <span className="font-medium text-ok">{t`${percent}% smaller`}</span>
            ) : (
              <span>{t`${more}% larger`}</span>
            ))}
        </span>
      }
    />
  )
}

function Money({ results: { quoted, charged } }: { results: Results }) {
  const { t, i18n } = useLingui()
  const { data: credits } = useCredits()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const spared = quoted - charged
  return (
    <dl className="grid gap-1 border-t border-line px-3.5 py-3">
      <Sum name={t`Quoted`}>{number(quoted)}</Sum>
      <Sum name={t`Charged`}>
        {spared > 0 && <span className="text-small text-ok">{number(-spared)} </span>}
        <strong className="font-medium">
          {t({ message: plural(charged, { one: '# credit', other: '# credits' }) })}
        </strong>
      </Sum>
      {credits && <Sum name={t`Balance`}>{number(credits.remaining)}</Sum>}
    </dl>
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
