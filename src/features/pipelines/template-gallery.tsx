import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { usePipelineTemplates } from '../../api/pipelines.ts'
import { serverText } from '../../lib/server-text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { operationIcon } from './icons.ts'
import { useLabels } from './labels.ts'
import { useStepLabel } from './use-step-label.ts'

/** Pipeline templates. Selecting one saves nothing: it becomes a draft. */
export function TemplateGallery({ onPick }: { onPick?: () => void }) {
  const { t, i18n } = useLingui()
  const words = useLabels()
  const stepLabel = useStepLabel()
  const { data, error, isPaused, refetch } = usePipelineTemplates()
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Coming paused={isPaused} rows={3} />
  return (
    <section aria-label={t`Templates`} className="mx-auto w-full max-w-page">
      <h2 className="title mb-2 text-lead">{t`Start from a template`}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3">
        {data.templates.map(({ template, name: english, description, steps, checks, credits, valid }) => {
          const name = serverText(i18n, english)
          return (
            <li
              key={template}
              className="grid grid-rows-[auto_auto_1fr_auto] gap-2 rounded-sheet border border-line-strong bg-surface p-4"
            >
              <h3 className="font-medium">{name}</h3>
              <p className="text-small text-ink-soft">{serverText(i18n, description)}</p>
              <ol aria-label={t`Steps`} className="grid content-start gap-1 text-small">
                {steps.map((step, index) => {
                  const Icon = operationIcon(step.operation)
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place here
                    <li key={index} className="flex items-center gap-2">
                      <Icon className="size-3.5 flex-none text-ink-soft" />
                      {stepLabel(step, checks[index]?.label)}
                    </li>
                  )
                })}
              </ol>
              <p className="flex items-center justify-between gap-2 pt-1">
                <span className="text-small text-ink-soft">
                  {valid ? t`${words.credits(credits)} per file` : t`Not available on this server`}
                </span>
                <Button
                  size={28}
                  aria-label={t`Use ${name}`}
                  render={<Link to={paths.newPipeline({ template })} onClick={onPick} />}
                >{t`Use`}</Button>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
