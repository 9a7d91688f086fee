import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronRightIcon, CircleAlertIcon, GripVerticalIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { OperationEntry } from '../../api/convert.ts'
import type { StepCheck, StepState } from '../../api/pipelines.ts'
import { classNames } from '../../lib/class-names.ts'
import { useListDrag } from '../../lib/use-list-drag.ts'
import { deferred, useDeferred, useDeferredPart } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { DraftStep } from './drafts.ts'
import { operationIcon } from './icons.ts'
import { useLabels } from './labels.ts'
import { StepMenu } from './step-menu.tsx'
import { StepResult } from './step-result.tsx'
import { useStepSummary } from './use-step-summary.ts'

/** The code of the options form is loaded separately, because steps start collapsed. */
const FORM = deferred(async () => (await import('./step-form.tsx')).StepForm)

export type StepRowProps = {
  list: string
  step: DraftStep
  index: number
  count: number
  name: string
  check: StepCheck | undefined
  entry: OperationEntry | undefined
  takes: string | null
  operations: readonly OperationEntry[]
  open: boolean
  result: StepState | null
  onToggle: () => void
  onChange: (patch: Partial<DraftStep>) => void
  onAdd: (operation: string, target: string, at: number) => void
  onMove: (key: string, to: number) => void
  onDuplicate: () => void
  onRemove: () => void
}

/** A step: its name, price, errors and options, and its result for the sample. */
export function StepRow(props: StepRowProps) {
  const { list, step, index, count, name, check, entry, open, result, onToggle, onMove, onRemove } = props
  const { t } = useLingui()
  const words = useLabels()
  const panel = useId()
  const item = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { dragged, edge } = useListDrag({ item, handle, list, id: step.key, index, free: true, onMove })
  const summary = useStepSummary()(step, entry)
  const problem = check?.problem ?? null
  const number = index + 1
  const Icon = operationIcon(step.operation)
  // Preloaded with the row, for when it is expanded.
  useDeferred(FORM, true)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon

  const places: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  }
  function onHandleKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key === 'Delete' || key === 'Backspace') {
      event.preventDefault()
      onRemove()
    }
    const to = ctrlKey || metaKey || altKey ? undefined : places[key]
    if (to === undefined) return
    event.preventDefault()
    onMove(step.key, to)
  }

  return (
    <li
      ref={item}
      data-step={step.key}
      className={classNames(
        'relative',
        dragged && 'opacity-40',
        problem && 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine) before:bg-bad',
        edge === 'above' && 'shadow-[inset_0_2px_0_var(--color-accent)]',
        edge === 'below' && 'shadow-[inset_0_-2px_0_var(--color-accent)]',
      )}
    >
      <div className="flex min-h-(--size-row-file) items-center gap-1.5 ps-2 pe-2 sm:gap-2.5 sm:ps-3 sm:pe-3">
        <IconButton
          ref={handle}
          size={24}
          name={t`Move ${name}, step ${number} of ${count}`}
          icon={GripVerticalIcon}
          hotkey="↑ ↓"
          className="cursor-grab"
          onKeyDown={onHandleKey}
        />
        <span className="title w-5 flex-none text-center text-lead text-ink-soft" aria-hidden="true">
          {number}
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-1.5 py-1 text-start hover:bg-hover"
        >
          <Icon className="flex-none text-ink-soft" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{name}</span>
            {summary && (
              <span className="block truncate text-small text-ink-soft" title={summary}>
                {summary}
              </span>
            )}
          </span>
          <Chevron className="size-3.5 flex-none text-ink-faint" />
        </button>
        <span className="flex-none text-end text-small text-ink-soft max-sm:hidden sm:min-w-16">
          {words.credits(check?.credits ?? entry?.credits ?? null)}
        </span>
        <StepMenu {...props} />
      </div>
      {problem && (
        <p role="alert" className="flex gap-1.5 px-4 pb-3 text-small text-bad sm:ps-18">
          <CircleAlertIcon className="mt-px size-3.5 flex-none" />
          <span>{problem}</span>
        </p>
      )}
      {open && (
        <section
          id={panel}
          aria-label={t`Options of step ${number}, ${name}`}
          className="px-4 pt-1 pb-5 sm:ps-18"
        >
          <Options {...props} />
        </section>
      )}
      {result && <StepResult result={result} name={name} />}
    </li>
  )
}

function Options(props: StepRowProps) {
  const { t } = useLingui()
  const { Part: Form, missing, again } = useDeferredPart(FORM)
  if (Form) return <Form {...props} />
  if (!missing) return <Skeleton rows={2} />
  return (
    <p role="alert" className="text-small text-bad">
      {t`The options couldn’t be loaded. Check your connection.`}{' '}
      <button type="button" className="link" onClick={again}>{t`Retry`}</button>
    </p>
  )
}
