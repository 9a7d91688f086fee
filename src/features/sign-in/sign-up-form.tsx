import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signUp } from '../../api/sign-in.ts'
import { randomId } from '../../lib/random-id.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { NewPassword, usePasswordError } from './new-password.tsx'
import { Providers } from './providers.tsx'
import { useSubmit } from './use-submit.ts'

const FIELDS = ['first_name', 'last_name', 'username', 'email', 'password']

type SignUpFormProps = {
  next: string
  /**
   * The token of an invitation: signing up with the invited address creates the membership and
   * confirms the address.
   */
  invitation: string | null
}

export function SignUpForm({ next, invitation }: SignUpFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()
  const wrong = usePasswordError(error)
  const email = useInvitedEmail(invitation)
  // A retry after a lost response is the same request.
  const request = useRef({ of: '', key: '' })

  function submit(form: FormData) {
    const password = wrong.take(form)
    if (password === null) return
    const person = {
      username: String(form.get('username')).trim(),
      email: String(form.get('email')).trim(),
      password,
      first_name: String(form.get('first_name')).trim(),
      last_name: String(form.get('last_name')).trim(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const of = `${person.username} ${person.email}`
    if (request.current.of !== of) request.current = { of, key: randomId() }
    void send(async () => {
      const invited = invitation !== null && person.email.toLowerCase() === email.toLowerCase()
      await signUp({ ...person, ...(invited && { invitation }) }, request.current.key)
      await navigate(next, { replace: true })
    })
  }

  return (
    <>
      <EntryForm onSubmit={submit} working={working} act={t`Create account`} verb={t`Creating account`}>
        <FormError error={wrong.elsewhere} fields={FIELDS} />
        <div className="grid gap-4 min-[22rem]:grid-cols-2">
          <Field label={t`First name (optional)`} error={error?.field('first_name')}>
            <Input name="first_name" autoComplete="given-name" dir="auto" maxLength={100} />
          </Field>
          <Field label={t`Last name (optional)`} error={error?.field('last_name')}>
            <Input name="last_name" autoComplete="family-name" dir="auto" maxLength={100} />
          </Field>
        </div>
        <Field
          label={t`User name`}
          help={t`Letters, numbers, dots, hyphens and underscores`}
          error={error?.field('username')}
        >
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={2}
            maxLength={39}
          />
        </Field>
        <Field
          label={t`E-mail address`}
          help={email && t`Use the invited address to join right away.`}
          error={error?.field('email')}
        >
          <Input
            // The invited address is loaded after the form.
            key={email}
            type="email"
            name="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={email}
          />
        </Field>
        <NewPassword error={wrong.here} />
      </EntryForm>
      <Providers next={next} />
    </>
  )
}

/** The address that an invitation was sent to; empty until loaded, and without an invitation. */
function useInvitedEmail(invitation: string | null): string {
  const [email, setEmail] = useState('')
  useEffect(() => {
    if (invitation === null) return
    let gone = false
    // Few users sign up by invitation, so its code is loaded on demand.
    import('../../api/invitations.ts')
      .then(({ getInvitation }) => getInvitation(invitation))
      .then(
        (found) => gone || setEmail(found.email),
        () => {},
      )
    return () => {
      gone = true
    }
  }, [invitation])
  return email
}
