import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Role } from '../../../../../contract/permissions.ts'
import { useInviteAll } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { addressesIn } from './addresses.ts'
import { assignableBy } from './ranks.ts'
import { RoleSelect } from './role-select.tsx'

/** For more addresses, use the import of a file. */
const MOST = 50

interface Refused {
  email: string
  why: string
}

/** One or many addresses with one role. Refused ones stay in the field, each with its reason. */
export default function InviteDialog({ business, onClose }: { business: Business; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const form = useId()
  const words = useProblemWords()
  const invite = useInviteAll(business.business_id)
  const roles = assignableBy(business)
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>(roles.includes('employee') ? 'employee' : (roles[0] ?? 'viewer'))
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  // A retry after a lost response is the same invitation.
  const keys = useRef(new Map<string, string>())
  const { valid, invalid } = addressesIn(text)
  const domains = business.policies.email_domains
  const count = valid.length

  function keyOf(request: string): string {
    const key = keys.current.get(request) ?? randomId()
    keys.current.set(request, key)
    return key
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (count === 0 || invalid.length > 0 || count > MOST) return
    const refused = await invite.mutateAsync(
      valid.map((email) => ({ email, role, key: keyOf(`${email} ${role}`) })),
    )
    const failed = refused.map(({ email, error }) => ({
      email,
      why: error.errors[0]?.message ?? words(error),
    }))
    const sent = count - failed.length
    if (sent > 0)
      showToast({
        text: t({
          message: plural(sent, { one: '# invitation sent.', other: '# invitations sent.' }),
        }),
      })
    if (failed.length === 0) return onClose()
    setRefused(failed)
    setText(failed.map(({ email }) => email).join('\n'))
  }
  const error = !tried
    ? undefined
    : invalid.length > 0
      ? t`Invalid e-mail address: ${formatList(invalid.slice(0, 3), i18n.locale)}.`
      : count === 0
        ? t`Enter at least one e-mail address.`
        : count > MOST
          ? t`You can invite up to ${MOST} people at once. Import a CSV file to invite more.`
          : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Invite members`}
      description={t`Each person gets an e-mail with a single-use link that expires in 7 days. No account needed.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={invite.isPending} verb={t`Sending`}>
            {count > 1 ? t`Invite ${count}` : t`Invite`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
        <Field
          label={t`E-mail addresses`}
          help={
            domains.length > 0
              ? t`Only ${formatList(domains, i18n.locale)} addresses. Separate addresses with commas or line breaks.`
              : t`Separate addresses with commas or line breaks.`
          }
          error={error}
        >
          <Textarea
            value={text}
            onChange={(event) => setText(event.target.value)}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            translate="no"
          />
        </Field>
        <Field label={t`Role`}>
          <RoleSelect roles={roles} value={role} onChange={setRole} />
        </Field>
        {refused.length > 0 && (
          <div role="alert" className="text-bad">
            <p className="font-medium">{t`Not invited:`}</p>
            <ul className="mt-1 grid gap-1 text-small">
              {refused.map(({ email, why }) => (
                <li key={email}>
                  <span translate="no">{email}</span>: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Dialog>
  )
}
