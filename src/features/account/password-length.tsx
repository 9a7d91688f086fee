import { useLingui } from '@lingui/react/macro'
import { classNames } from '../../lib/class-names.ts'

export const MIN_PASSWORD = 8
/** The number of characters that fills each bar. */
const STEPS = [MIN_PASSWORD, 12, 16]

/**
 * Shows a password's length, which is what makes it strong; only the server can check for known
 * ones.
 */
export function PasswordLength({ length }: { length: number }) {
  const { t } = useLingui()
  const reached = STEPS.filter((step) => length >= step).length
  const words = [
    t`At least 8 characters. A few words work best.`,
    t`Long enough. Longer is better.`,
    t`Good`,
    t`Very good`,
  ]
  return (
    <span className="grid gap-1">
      <span aria-hidden="true" className="flex gap-1 pt-0.5">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={classNames('h-1 flex-1 rounded-[1px]', index < reached ? 'bg-ok' : 'bg-line-strong')}
          />
        ))}
      </span>
      <span>{words[reached]}</span>
    </span>
  )
}
