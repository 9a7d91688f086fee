import { useLingui } from '@lingui/react/macro'
import { EyeIcon, EyeOffIcon } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Input, type InputProps } from './input.tsx'

type PasswordInputProps = Omit<InputProps, 'type'> & {
  /** Visible initially, for generated passwords that have to be read. */
  seen?: boolean
}

/**
 * A password input with a visibility toggle. The toggle is a plain button, so that sign-in does not
 * load the tooltip's code.
 */
export function PasswordInput({ className, seen = false, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(seen)
  const { t } = useLingui()
  const Icon = shown ? EyeOffIcon : EyeIcon
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        className={classNames('pe-11', className)}
      />
      <button
        type="button"
        aria-label={shown ? t`Hide password` : t`Show password`}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-10 place-items-center rounded-control text-ink-soft focus-inset hover:text-ink touch:w-11"
      >
        <Icon />
      </button>
    </div>
  )
}
