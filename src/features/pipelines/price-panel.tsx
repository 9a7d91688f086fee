import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatLabel } from '../../lib/format-label.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import type { DraftStep } from './drafts.ts'
import { useLabels } from './labels.ts'
import type { Checked } from './use-check.ts'

/** The price of one file by step, and whether the pipeline can run. */
export function PricePanel({ steps, checked }: { steps: readonly DraftStep[]; checked: Checked }) {
  const { t } = useLingui()
  const words = useLabels()
  const { whole, of, pending } = checked
  const faulty = steps.filter(({ key }) => of(key)?.problem).length
  const gives = whole?.gives
  const known = steps.every(({ key }) => of(key)?.credits != null)
  const total = known ? steps.reduce((sum, { key }) => sum + (of(key)?.credits ?? 0), 0) : null
  return (
    <Panel
      title={t`Price per file`}
      actions={
        <span aria-live="polite" className="text-small">
          {steps.length === 0 ? null : pending ? (
            <StatusWord status="working">{t`Checking`}</StatusWord>
          ) : !whole ? null : faulty > 0 ? (
            <StatusWord status="failed">{t`Can’t run`}</StatusWord>
          ) : (
            <StatusWord status="verified">{t`Ready`}</StatusWord>
          )}
        </span>
      }
    >
      {steps.length === 0 ? (
        <p className="text-ink-soft">{t`You’ll see the price per file here before running.`}</p>
      ) : (
        <>
          <p className="flex items-baseline justify-between gap-2">
            <span>{t`Total`}</span>
            <span>
              <span className="title text-figure">{total === null ? '–' : words.number(total)}</span>{' '}
              {t({ message: plural(total ?? 0, { one: 'credit', other: 'credits' }) })}
            </span>
          </p>
          <p className="mt-1 flex justify-between gap-2 text-small text-ink-soft">
            <span>{t`Output`}</span>
            <span className="mono font-medium">{gives ? formatLabel(gives) : '–'}</span>
          </p>
          <p className="mt-2 text-small text-ink-soft">{t`You aren’t charged for failed files. Originals are kept.`}</p>
        </>
      )}
    </Panel>
  )
}
