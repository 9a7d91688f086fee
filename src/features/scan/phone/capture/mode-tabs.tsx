import { useLingui } from '@lingui/react/macro'
import { classNames } from '../../../../lib/class-names.ts'
import type { Mode } from './use-capture.ts'

/**
 * The capture mode: single pages, both sides of a card on one page, or the two pages of an open
 * book.
 */
export function ModeTabs({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useLingui()
  const names: Record<Mode, string> = { page: t`Page`, card: t`Card, 2 sides`, book: t`Book` }
  const modes: readonly Mode[] = ['page', 'card', 'book']
  return (
    <fieldset className="flex flex-wrap justify-center gap-x-2">
      <legend className="sr-only">{t`Scan mode`}</legend>
      {modes.map((value) => (
        <label key={value} className="relative cursor-pointer">
          <input
            type="radio"
            name="mode"
            className="peer sr-only"
            checked={mode === value}
            onChange={() => onChange(value)}
          />
          <span
            className={classNames(
              'grid min-h-11 place-items-center rounded-mark px-1 outline-accent peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2',
              mode === value ? 'font-strong text-ink' : 'text-ink-soft',
            )}
          >
            <span
              className={classNames(
                'border-b-2 px-2 pb-1',
                mode === value ? 'border-accent' : 'border-transparent',
              )}
            >
              {names[value]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
