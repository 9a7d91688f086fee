import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDocumentOperations } from '../../api/pipelines.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { Coming, Problem, ProblemLine } from '../problems/index.ts'
import { AddStep } from './add-step.tsx'
import { DetailsForm } from './details-form.tsx'
import type { DraftStep } from './drafts.ts'
import { useLabels } from './labels.ts'
import { PricePanel } from './price-panel.tsx'
import { focusStep, StepList } from './step-list.tsx'
import { TemplateGallery } from './template-gallery.tsx'
import { TryPanel } from './try-panel.tsx'
import type { Checked } from './use-check.ts'
import type { Editing } from './use-editing.ts'
import { useTry } from './use-try.ts'

/**
 * The input format of a new last step. A step with an error counts as valid, so that the error is
 * reported once.
 */
const formatAfter = (steps: readonly DraftStep[], { of }: Checked): string | null => {
  const last = steps.at(-1)
  return last ? (of(last.key)?.gives ?? last.target) : 'pdf'
}

/** The editor of a pipeline: its name, steps, price, and dry run. */
export function Builder({ editing }: { editing: Editing }) {
  const { t } = useLingui()
  const words = useLabels()
  const { builder, checked, saving, saveError } = editing
  const { draft } = builder
  const [search] = useSearchParams()
  // A link may open a step, for example the one at which a file failed.
  const [wanted] = useState(() => draft.steps[Number(search.get('step')) - 1]?.key)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(wanted ? [wanted] : []))
  const operations = useDocumentOperations()
  const trial = useTry(editing)
  const { steps } = draft

  const loaded = operations.data !== undefined
  useEffect(() => {
    if (loaded && wanted) focusStep(wanted)
  }, [loaded, wanted])

  function add(operation: string, target: string, at: number) {
    const { key } = builder.addStep(operation, target, at)
    setOpen(new Set([...open, key]))
    focusStep(key)
  }
  function toggle(key: string) {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }

  return (
    <PageFrame
      wideSide
      side={
        <>
          <PricePanel steps={steps} checked={checked} />
          <TryPanel trial={trial} steps={steps.length} faulty={editing.faulty} />
        </>
      }
    >
      <DetailsForm builder={builder} error={saveError} disabled={saving} />
      {builder.dirty && editing.pipeline && (
        <p className="flex flex-wrap gap-x-3 text-small text-ink-soft" role="status">
          {t`Unsaved changes are kept in this browser.`}
          <button
            type="button"
            className="link"
            onClick={() => showToast({ text: t`Changes discarded`, undo: builder.discard() })}
          >{t`Discard`}</button>
        </p>
      )}
      <Panel
        title={t`Steps`}
        note={steps.length > 0 && words.steps(steps.length)}
        flush
        foot={
          steps.length > 0 && (
            <AddStep
              operations={operations.data ?? []}
              format={formatAfter(steps, checked)}
              steps={steps.length}
              onAdd={(operation, target) => add(operation, target, steps.length)}
            />
          )
        }
      >
        {operations.error && !operations.data ? (
          <Problem error={operations.error} onRetry={() => void operations.refetch()} />
        ) : !operations.data ? (
          <Coming paused={operations.isPaused} rows={3} />
        ) : steps.length === 0 ? (
          <div className="grid justify-items-center gap-3 px-4 py-8 text-center">
            <p className="max-w-80 text-ink-soft">
              {t`Each step uses the previous step’s output. Start with a PDF.`}
            </p>
            <AddStep
              primary
              operations={operations.data}
              format="pdf"
              steps={0}
              onAdd={(operation, target) => add(operation, target, 0)}
            />
          </div>
        ) : (
          <StepList
            builder={builder}
            checked={checked}
            operations={operations.data}
            open={open}
            onToggle={toggle}
            onAdd={add}
            resultOf={trial.resultOf}
          />
        )}
      </Panel>
      <ProblemLine error={saveError} fields={['name', 'description']} />
      {checked.error ? (
        <p role="alert" className="text-small text-bad">
          {t`The steps couldn’t be checked.`}{' '}
          <button type="button" className="link" onClick={checked.retry}>{t`Check again`}</button>
        </p>
      ) : null}
      {checked.paused && (
        <p role="status" className="text-small text-warn">
          {t`You’re offline. Your changes are kept, and the steps are checked when you’re back online.`}
        </p>
      )}
      {steps.length === 0 && !editing.pipeline && <TemplateGallery />}
    </PageFrame>
  )
}
