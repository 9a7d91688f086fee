import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, RotateCcwIcon } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { passwordOption } from './password-option.ts'
import { needsPassword } from './results.ts'
import type { ConvertRow } from './rows.ts'
import { unlockRow } from './run.ts'

/** Whether the row asks for the file's password, or waits for the result of the entered one. */
export const asksForPassword = (row: ConvertRow): boolean =>
  passwordOption(row) !== null &&
  (needsPassword(row) ||
    (row.file.unlocking && (row.state.kind === 'working' || row.state.kind === 'uploading')))

/**
 * An encrypted file's password, for this conversion only. The field stays during the attempt and
 * keeps the focus.
 */
export function PasswordRow({ row }: { row: ConvertRow }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const note = useId()
  const { file, source, state } = row
  const format = source?.label ?? ''
  const working = state.kind === 'working' || state.kind === 'uploading'
  const message = state.kind === 'failed' ? (state.conversion.error?.message ?? '') : ''
  const wrong = file.unlocking && message !== ''

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (working || password === '') return field.current?.focus()
    unlockRow(row, password)
    // The pressed button becomes pending, so the field gets the focus, whatever the result.
    field.current?.focus()
  }
  return (
    <form onSubmit={onSubmit} className="order-5 col-span-full grid gap-1.5 sm:ps-14">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52 max-sm:w-full">
          <PasswordInput
            ref={field}
            size={28}
            aria-label={t`Password of ${file.name}`}
            aria-describedby={note}
            aria-invalid={wrong || undefined}
            placeholder={t`Password of this ${format}`}
            autoComplete="off"
            readOnly={working}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </div>
        <Button type="submit" size={28} icon={RotateCcwIcon} working={working} verb={t`Converting`}>
          {t`Convert again`}
        </Button>
        <span className="min-w-0 flex-1 basis-48 text-small text-ink-soft">
          {t`Used for this conversion, not stored.`}
        </span>
      </div>
      <p
        id={note}
        aria-live="polite"
        className={wrong ? 'flex gap-1.5 text-small text-bad' : 'text-small text-ink-soft'}
      >
        {wrong && <CircleAlertIcon className="mt-px size-3.5 flex-none" />}
        {message && (
          <span>
            {message} {t`Nothing was charged.`}
          </span>
        )}
      </p>
    </form>
  )
}
