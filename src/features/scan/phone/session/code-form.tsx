import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../../api/errors.ts'
import { pairPhone } from '../../../../api/public-scan.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { sayError } from '../../../public-page/index.ts'
import { CODE_LENGTH, groupCode, readCode } from './pairing-code.ts'

/** The code that the desk shows, for a phone that cannot read its QR code. */
export function CodeForm({ onPaired }: { onPaired: (token: string) => void }) {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isWorking, setWorking] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isWorking) return
    if (code.length < CODE_LENGTH) return setProblem(t`Enter all 8 characters.`)
    setWorking(true)
    setProblem(null)
    try {
      onPaired((await pairPhone(code)).pairing_token)
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === 'not_found'
      setProblem(
        isWrong
          ? t`This code isn’t valid. It may be mistyped, used or expired; show a new code at the desk.`
          : sayError(i18n, error),
      )
      setWorking(false)
    }
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field label={t`Code`} error={problem ?? undefined}>
        <Input
          value={groupCode(code)}
          onChange={(event) => {
            setProblem(null)
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
        working={isWorking}
        verb={t`Connecting`}
      >
        <Trans>Connect</Trans>
      </Button>
    </form>
  )
}
