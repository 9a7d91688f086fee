import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { OperationEntry } from '../../api/convert.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Choice, canFollow, choicesOf, GROUPS } from './operations.ts'
import { StepChoices, useGroupLabels } from './step-choices.tsx'
import { useStepLabel } from './use-step-label.ts'

export type StepChooserProps = {
  operations: readonly OperationEntry[]
  format: string | null
  onClose: () => void
  onPick: (operation: string, target: string) => void
}

/**
 * All operations by group. Available ones come first, the others with the reason why they are not.
 */
export function StepChooser({ operations, format, onClose, onPick }: StepChooserProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const groupWords = useGroupLabels()
  const stepLabel = useStepLabel()
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const named = choicesOf(operations).map((choice) => ({
    ...choice,
    label: stepLabel({ operation: choice.operation, target_format: choice.target }, choice.label),
  }))
  const found = named.filter(({ label, operation, target, group }) => {
    const text = `${label} ${operation} ${target} ${groupWords[group]}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const free = found.filter((choice) => canFollow(choice, format))
  const blocked = found.filter((choice) => !canFollow(choice, format))

  function pick({ operation, target }: Choice) {
    onClose()
    onPick(operation, target)
  }
  /** Arrow keys move between search and list; Enter in the search selects the first. */
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('[data-choice]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (step !== undefined) {
      event.preventDefault()
      if (at + step < 0) box.current?.querySelector('input')?.focus()
      else buttons[at + step]?.focus()
    } else if (event.key === 'Enter' && at < 0 && words.length > 0 && free[0]) {
      event.preventDefault()
      pick(inOrder(free)[0] ?? free[0])
    }
  }
  const format_ = format === null ? null : formatLabel(format)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Add step`}
      description={
        format_ === null
          ? t`Fix the previous steps first. They determine what you can add here.`
          : t`Input: ${format_}`
      }
      foot={<DialogClose render={<Button>{t`Cancel`}</Button>} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys lead from the search into the list, whose buttons act */}
      <div ref={box} onKeyDown={onKeyDown}>
        <SearchInput
          size={32}
          label={t`Search operations`}
          placeholder={t`Search steps`}
          maxLength={60}
          value={typed}
          onChange={setTyped}
        />
        <div className="-mx-4 mt-3 -mb-4 max-h-[min(28rem,55dvh)] overflow-y-auto border-t border-line pb-2">
          {GROUPS.map((group) => (
            <StepChoices
              key={group}
              title={groupWords[group]}
              choices={free.filter((choice) => choice.group === group)}
              onPick={pick}
            />
          ))}
          {format_ !== null && (
            <StepChoices title={t`Not available here`} choices={blocked} gives={format_} onPick={pick} />
          )}
          {found.length === 0 && (
            <p className="px-4 py-6 text-center text-ink-soft">{t`No matching operations.`}</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** In list order: by group. */
const inOrder = (choices: readonly Choice[]): Choice[] =>
  [...choices].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
