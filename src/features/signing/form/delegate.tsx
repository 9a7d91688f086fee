import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import type { Delegation } from '../../../api/public-signing.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { NativeDialog, sayError } from '../../public-page/index.ts'

type DelegateProps = {
  from: string
  open: boolean
  onClose: () => void
  delegate: (to: Delegation) => Promise<void>
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Delegates to another person. The consequences are stated first. */
export function Delegate({ from, open, onClose, delegate }: DelegateProps) {
  const { t, i18n } = useLingui()
  const [to, setTo] = useState<Delegation>({ name: '', email: '', reason: '' })
  const [tried, setTried] = useState(false)
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const name = useRef<HTMLInputElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const sending = useRef(false)
  const delegation = { name: to.name.trim(), email: to.email.trim(), reason: to.reason.trim() }
  const noName = delegation.name === ''
  const noAddress = !ADDRESS.test(delegation.email)
  const set = (part: Partial<Delegation>) => setTo((now) => ({ ...now, ...part }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (noName) return name.current?.focus()
    if (noAddress) return email.current?.focus()
    if (sending.current) return
    sending.current = true
    setProblem(null)
    setWorking(true)
    try {
      await delegate(delegation)
    } catch (error) {
      const isExplained = error instanceof ApiError && error.problem && error.problem.status < 500
      setProblem(isExplained ? error.problem.detail : sayError(i18n, error))
    } finally {
      sending.current = false
      setWorking(false)
    }
  }
  return (
    <NativeDialog open={open} onClose={onClose} title={t`Delegate`}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          {t`The new recipient gets a link by e-mail and acts in your place. Your link stops working, your entries aren’t passed on, and ${from} sees whom you chose.`}
        </p>
        <Field label={t`Name`} error={tried && noName ? t`Enter a name.` : undefined}>
          <Input
            ref={name}
            size={36}
            value={to.name}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <Field
          label={t`E-mail address`}
          error={tried && noAddress ? t`Enter a valid e-mail address.` : undefined}
        >
          <Input
            ref={email}
            size={36}
            type="email"
            value={to.email}
            maxLength={254}
            autoComplete="off"
            onChange={({ target }) => set({ email: target.value })}
          />
        </Field>
        <Field label={t`Reason (optional)`}>
          <Textarea
            rows={2}
            maxLength={1000}
            value={to.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        </Field>
        <div role="alert">{problem && <p className="text-bad">{problem}</p>}</div>
        <div className="flex justify-end gap-2">
          <Button size={36} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" size={36} working={working} verb={t`Delegating`}>
            <Trans>Delegate</Trans>
          </Button>
        </div>
      </form>
    </NativeDialog>
  )
}
