import { useLingui } from '@lingui/react/macro'
import { classNames } from '../../lib/class-names.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { operationIcon } from './icons.ts'
import { useLabels } from './labels.ts'
import type { Choice, Group } from './operations.ts'

export function useGroupLabels(): Record<Group, string> {
  const { t } = useLingui()
  return {
    pages: t`Pages`,
    look: t`Appearance`,
    protect: t`Protect`,
    tidy: t`Clean up`,
    convert: t`Convert`,
    other: t`Other`,
  }
}

type StepChoicesProps = {
  title: string
  choices: readonly Choice[]
  /** The format that they would have to accept. */
  gives?: string
  onPick: (choice: Choice) => void
}

/** The maximum number of formats in a reason. */
const NAMED = 3

/** A group of operations, or unavailable ones with the reason. */
export function StepChoices({ title, choices, gives, onPick }: StepChoicesProps) {
  const { t } = useLingui()
  const words = useLabels()
  if (choices.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="px-4 pt-3 pb-1 text-small font-medium text-ink-soft">{title}</h3>
      <ul className={gives ? undefined : 'sm:columns-2 sm:gap-0'}>
        {choices.map((choice) => {
          const { operation, target, label, credits, from } = choice
          const Icon = operationIcon(operation)
          const takes = from.slice(0, NAMED).map(formatLabel).join(', ')
          const more = from.length > NAMED
          const why =
            from.includes(target) && formatLabel(target) === gives
              ? t`The file is already ${gives}.`
              : more
                ? t`Needs ${takes} or similar; the previous step outputs ${gives}.`
                : t`Needs ${takes}; the previous step outputs ${gives}.`
          return (
            <li key={`${operation}:${target}`} className="break-inside-avoid">
              <button
                type="button"
                data-choice=""
                aria-disabled={gives !== undefined || undefined}
                onClick={() => gives === undefined && onPick(choice)}
                className={classNames(
                  'flex min-h-(--size-control-lg) w-full items-center gap-2.5 px-4 py-1 text-start focus-inset touch:min-h-(--size-touch)',
                  gives === undefined ? 'hover:bg-hover' : 'cursor-default text-ink-faint',
                )}
              >
                <Icon className={gives ? 'text-ink-faint' : 'text-ink-soft'} />
                <span className="min-w-0 flex-1">
                  {label}
                  {gives !== undefined && <span className="block text-small">{why}</span>}
                </span>
                {gives === undefined && (
                  <span className="flex-none text-small text-ink-soft">{words.credits(credits)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
