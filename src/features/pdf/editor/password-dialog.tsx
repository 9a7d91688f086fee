import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type PasswordDialogProps = {
  /** The file's name. */
  name: string
  /** @returns whether the password opens the file */
  attempt: (password: string) => Promise<boolean>
  answer: (opened: boolean) => void
}

/** Asks for the password of a file that pages are inserted from. */
export function PasswordDialog({ name, attempt, answer }: PasswordDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [working, setWorking] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (password === '' || working) return
    setWorking(true)
    const opened = await attempt(password)
    setWorking(false)
    if (opened) return answer(true)
    setWrong(password)
    input.current?.focus()
    input.current?.select()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title={t`Password required`}
      description={<FileName name={name} />}
      initialFocus={input}
      foot={
        <>
          <Button onClick={() => answer(false)}>{t`Cancel`}</Button>
          <Button type="submit" form={form} variant="primary" working={working} verb={t`Opening`}>
            {t`Open`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void onSubmit(event)}>
        <Field
          label={t`Password`}
          error={wrong !== null && wrong === password ? t`Wrong password. Try again.` : undefined}
          help={t`The password is used to open the file. It isn’t stored.`}
        >
          <PasswordInput
            ref={input}
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
