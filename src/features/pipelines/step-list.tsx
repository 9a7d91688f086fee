import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { OperationEntry } from '../../api/convert.ts'
import type { StepState } from '../../api/pipelines.ts'
import { showToast } from '../../ui/toaster.tsx'
import type { DraftStep } from './drafts.ts'
import { entryOf } from './operations.ts'
import { StepRow } from './step-row.tsx'
import type { Builder } from './use-builder.ts'
import type { Checked } from './use-check.ts'
import { useStepLabel } from './use-step-label.ts'

/** Focuses a step after it was rendered, because it may just have been added. */
export const focusStep = (key: string | undefined): void =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-step="${key}"] [aria-expanded]`)?.focus(),
  )

type StepListProps = {
  builder: Builder
  checked: Checked
  operations: readonly OperationEntry[]
  /** The keys of expanded steps. */
  open: ReadonlySet<string>
  onToggle: (key: string) => void
  onAdd: (operation: string, target: string, at: number) => void
  /** The result of the dry run. */
  resultOf: (step: DraftStep, index: number) => StepState | null
}

/** The ordered steps, which can be expanded, moved, duplicated and removed. */
export function StepList(props: StepListProps) {
  const { builder, checked, operations, open, onToggle, onAdd, resultOf } = props
  const { t } = useLingui()
  const list = useId()
  const stepLabel = useStepLabel()
  const [notice, setNotice] = useState('')
  const { steps } = builder.draft
  const count = steps.length

  return (
    <>
      <ol aria-label={t`Steps`} className="divide-y divide-line">
        {steps.map((step, index) => {
          const { key } = step
          const check = checked.of(key)
          const takes = check ? check.takes : index === 0 ? 'pdf' : null
          const entry = entryOf(operations, step, takes)
          const { operation, target } = step
          const name = stepLabel({ operation, target_format: target }, check?.label ?? entry?.label)
          return (
            <StepRow
              key={key}
              list={list}
              step={step}
              index={index}
              count={count}
              name={name}
              check={check}
              entry={entry}
              takes={takes}
              operations={operations}
              open={open.has(key)}
              result={resultOf(step, index)}
              onToggle={() => onToggle(key)}
              onChange={(patch) => builder.changeStep(key, patch)}
              onAdd={onAdd}
              onMove={(moved, to) => {
                const place = Math.min(count - 1, Math.max(0, to))
                if (steps[place]?.key === moved) return
                builder.moveStep(moved, place)
                const number = place + 1
                setNotice(t`${name} is now step ${number} of ${count}`)
              }}
              onDuplicate={() => builder.duplicateStep(key)}
              onRemove={() => {
                const undo = builder.removeStep(key)
                showToast({ text: t`${name} removed`, undo })
                focusStep((steps[index + 1] ?? steps[index - 1])?.key)
              }}
            />
          )
        })}
      </ol>
      <p className="sr-only" aria-live="polite">
        {notice}
      </p>
    </>
  )
}
