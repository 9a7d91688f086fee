import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { pairPhone } from '../../../../api/public-scan.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { sayError, useUnlock } from '../../../public-page/index.ts'
import { CODE_LENGTH, groupCode, readCode } from './pairing-code.ts'

/** The pairing code of the desk, for a phone that cannot scan its QR code. */
export function CodeForm({ onPaired }: { onPaired: (token: string) => void }) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const { working, error, attempt, forget } = useUnlock()
  const problem = isShort
    ? t`Enter all 8 characters.`
    : error?.code === 'not_found'
      ? t`This code isn’t valid. It may be mistyped, used or expired; show a new code at the desk.`
      : error
        ? sayError(i18n, error)
        : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setShort(code.length < CODE_LENGTH)
    if (code.length === CODE_LENGTH) void attempt(async () => onPaired((await pairPhone(code)).pairing_token))
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field label={t`Code`} error={problem}>
        <Input
          value={groupCode(code)}
          onChange={(event) => {
            setShort(false)
            forget()
            setCode(readCode(event.target.value))
          }}
          size={36}
          mono
          dir="ltr"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-14 text-center text-[1.5rem]! tracking-[0.12em] uppercase"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        wide
        size={36}
        className="min-h-12"
        working={working}
        verb={t`Connecting`}
      >
        <Trans>Connect</Trans>
      </Button>
    </form>
  )
}
