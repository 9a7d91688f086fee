import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import type { ImportedPipeline } from '../../api/pipelines.ts'
import { useLabels } from './labels.ts'
import { StepChain } from './step-chain.tsx'

/** An imported document: first what can't be imported, then the resulting pipeline. */
export function ImportedDetails({ imported }: { imported: ImportedPipeline }) {
  const { t } = useLingui()
  const words = useLabels()
  const { source, name, steps, checks, unmapped, credits, valid } = imported
  const from = { filewright: t`Filewright`, stirling: t`Stirling PDF` }[source]
  const count = unmapped.length
  return (
    <div className="mt-4 grid gap-4" aria-live="polite">
      <section aria-label={t`Not imported`}>
        <h3 className="flex items-center gap-2 font-medium">
          {count > 0 ? <TriangleAlertIcon className="text-warn" /> : <CheckIcon className="text-ok" />}
          {count > 0
            ? t({
                message: plural(count, {
                  one: '# item can’t be imported',
                  other: '# items can’t be imported',
                }),
              })
            : t`Everything can be imported`}
        </h3>
        {count > 0 && (
          <ul className="mt-2 max-h-48 divide-y divide-line overflow-y-auto rounded-control border border-line">
            {unmapped.map(({ step, what, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves
              <li key={index} className="grid gap-x-3 px-3 py-1.5 text-small sm:grid-cols-[4rem_1fr_1.4fr]">
                <span className="text-ink-soft">{step === null ? t`Pipeline` : t`Step ${step}`}</span>
                <span className="mono wrap-anywhere" translate="no">
                  {what}
                </span>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label={t`Result of the import`} className="grid gap-1">
        <h3 className="font-medium wrap-anywhere" translate="no">
          {name}
        </h3>
        <StepChain steps={steps} checks={checks} most={6} />
        {steps.length === 0 && <p className="text-warn">{t`None of the steps can be imported.`}</p>}
        <p className="text-small text-ink-soft">
          {t`From ${from}`}, {words.steps(steps.length)}
          {steps.length > 0 && ', '}
          {steps.length > 0 &&
            (valid ? t`${words.credits(credits)} per file` : t`fix one or more steps before running`)}
        </p>
      </section>
    </div>
  )
}
