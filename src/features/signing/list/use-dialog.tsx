import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type SigningTemplate, useCreateSigning } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { isAddress } from '../../../lib/is-address.ts'
import { randomId } from '../../../lib/random-id.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { LONG, ROLE_WORDS } from '../session/index.ts'

type Person = { name: string; email: string }

/**
 * Assigns recipients to a template's roles. It creates a draft, to be reviewed before it is sent.
 */
export function UseDialog({ template, onClose }: { template: SigningTemplate; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const form = useId()
  const { id: template_id, recipients: parts } = template
  const [people, setPeople] = useState<Record<string, Person>>({})
  const [tried, setTried] = useState(false)
  // A retry after a lost response is the same request; after a change it is another.
  const key = useRef<string | null>(null)
  const name = cutMiddle(template.name, LONG)
  const of = (id: string): Person => people[id] ?? { name: '', email: '' }
  const act = useCreateSigning(({ id }) => void navigate(paths.signingSession(id)))
  const put = (id: string, patch: Partial<Person>) => {
    key.current = null
    setPeople({ ...people, [id]: { ...of(id), ...patch } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (act.isPending || parts.some(({ id }) => of(id).name.trim() === '' || !isAddress(of(id).email))) return
    const recipients = parts.map(({ id, role, group }) => ({
      id,
      role,
      group,
      name: of(id).name.trim(),
      email: of(id).email.trim(),
    }))
    key.current ??= randomId()
    act.mutate({ body: { template_id, recipients, draft: true }, key: key.current })
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Use “${name}”`}
      description={t`Enter a person for each recipient. Nothing is sent yet.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={act.isPending} verb={t`Creating`}>
            {t`Create draft`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        {parts.map(({ id, name: part, role }) => (
          <fieldset key={id} className="min-w-0">
            <legend className="mb-1.5 font-medium wrap-anywhere">
              <span translate="no">{part}</span>
              <span className="font-normal text-ink-soft">, {i18n._(ROLE_WORDS[role])}</span>
            </legend>
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field label={t`Name`} error={tried && of(id).name.trim() === '' && t`Enter a name.`}>
                <Input
                  value={of(id).name}
                  onChange={(event) => put(id, { name: event.target.value })}
                  maxLength={120}
                  autoComplete="off"
                  required
                />
              </Field>
              <Field
                label={t`E-mail address`}
                error={
                  tried &&
                  !isAddress(of(id).email) &&
                  t`Enter a complete e-mail address, such as name@example.org.`
                }
              >
                <Input
                  type="email"
                  value={of(id).email}
                  onChange={(event) => put(id, { email: event.target.value })}
                  maxLength={254}
                  autoComplete="off"
                  required
                />
              </Field>
            </div>
          </fieldset>
        ))}
      </form>
      <ProblemLine error={act.error} />
    </Dialog>
  )
}
