import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '../../api/account.ts'
import { useChangePassword } from '../../api/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { MIN_PASSWORD, PasswordLength } from './password-length.tsx'

const FIELDS = ['current_password', 'new_password']

/** Changes the password, or sets the first one of a user who signed in through a provider. */
export function PasswordPanel({ user }: { user: User }) {
  const { t } = useLingui()
  const change = useChangePassword()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [endOthers, setEndOthers] = useState(true)
  const [short, setShort] = useState(false)
  const { error } = change
  const first = useFirstField()

  function submit(event: FormEvent) {
    event.preventDefault()
    setShort(next.length < MIN_PASSWORD)
    if (next.length < MIN_PASSWORD) return
    const body = {
      new_password: next,
      end_other_sessions: endOthers,
      ...(user.has_password && { current_password: current }),
    }
    change.mutate(body, {
      onSuccess: () => {
        setCurrent('')
        setNext('')
        showToast({ text: user.has_password ? t`Password changed.` : t`Password set.` })
      },
    })
  }
  const weak =
    error?.code === 'weak_password' ? t`This password is easy to guess. Choose another one.` : undefined

  return (
    <form onSubmit={submit} noValidate>
      {/* The username for password managers. */}
      <input className="hidden" autoComplete="username" value={user.username} readOnly />
      <Panel
        title={t`Password`}
        foot={
          <Button
            type="submit"
            variant="primary"
            working={change.isPending}
            verb={t`Saving`}
            disabled={next === '' || (user.has_password && current === '')}
            reason={user.has_password ? t`Enter both passwords first.` : t`Enter a password first.`}
          >
            {user.has_password ? t`Change password` : t`Set password`}
          </Button>
        }
      >
        {!user.has_password && (
          <p className="mb-4 text-ink-soft">
            <Trans>You sign in with a provider. A password is a second way to sign in.</Trans>
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {user.has_password && (
            <Field label={t`Current password`} error={error?.field('current_password')}>
              <PasswordInput
                ref={first}
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
                autoComplete="current-password"
                maxLength={128}
              />
            </Field>
          )}
          <Field
            label={t`New password`}
            help={<PasswordLength length={next.length} />}
            error={short ? t`At least 8 characters.` : (error?.field('new_password') ?? weak)}
          >
            <PasswordInput
              value={next}
              onChange={(event) => setNext(event.target.value)}
              autoComplete="new-password"
              maxLength={128}
            />
          </Field>
        </div>
        <div className="mt-4">
          <Checkbox checked={endOthers} onChange={setEndOthers}>
            {t`Sign out other sessions`}
          </Checkbox>
        </div>
        {!weak && <ProblemLine error={error} fields={FIELDS} />}
      </Panel>
    </form>
  )
}

/** A URL that ends in #password focuses the first field. */
function useFirstField() {
  const field = useRef<HTMLInputElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again leads there again.
  useEffect(() => {
    if (hash === '#password') field.current?.focus()
  }, [hash, key])
  return field
}
