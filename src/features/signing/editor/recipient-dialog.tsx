import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import type { RecipientRole } from '../../../api/signing.ts'
import { isAddress } from '../../../lib/is-address.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useAccessWords, useRoleWords } from '../people/index.ts'
import type { EditorRecipient } from './draft.ts'

export type RecipientDialogProps = {
  recipient: EditorRecipient
  /** Not added yet. */
  fresh: boolean
  /** The server already has an access code. */
  hasCode: boolean
  others: readonly EditorRecipient[]
  /** The number of their fields. */
  fields: number
  onClose: () => void
  onSave: (recipient: EditorRecipient) => void
}

const ROLES: readonly RecipientRole[] = ['signer', 'approver', 'viewer', 'copy']
const ACCESS: readonly EditorRecipient['access'][] = ['link', 'email', 'code']
const LEAST_CODE = 4

/** Adds or edits a recipient: name, role and verification. */
export function RecipientDialog(props: RecipientDialogProps) {
  const { recipient, fresh, hasCode, others, fields, onClose, onSave } = props
  const { t } = useLingui()
  const roles = useRoleWords()
  const accesses = useAccessWords()
  const form = useId()
  const [one, setOne] = useState(recipient)
  const [tried, setTried] = useState(false)
  const put = (patch: Partial<EditorRecipient>) => setOne({ ...one, ...patch })
  const acts = one.role === 'signer' || one.role === 'approver'
  const needsCode = one.access === 'code' && !hasCode && !one.access_code
  const twice = others.some(({ email }) => email.toLowerCase() === one.email.trim().toLowerCase())
  const faults = {
    name: one.name.trim() ? null : t`Enter a name.`,
    email: isAddress(one.email) ? null : t`Enter a complete e-mail address, such as name@example.org.`,
    code:
      one.access === 'code' &&
      (needsCode || (one.access_code ?? '').length < (hasCode && !one.access_code ? 0 : LEAST_CODE))
        ? t`At least 4 characters.`
        : null,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.name || faults.email || faults.code) return
    const { access_code, ...rest } = one
    onSave({
      ...rest,
      name: one.name.trim(),
      email: one.email.trim(),
      message: one.message.trim(),
      ...(one.access === 'code' && access_code && { access_code }),
      may_delegate: acts && one.may_delegate,
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fresh ? t`Add recipient` : t`Edit ${recipient.name}`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button variant="primary" type="submit" form={form}>
            {fresh ? t`Add` : t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t`Name`} error={tried && faults.name}>
            <Input
              value={one.name}
              autoComplete="off"
              maxLength={120}
              onChange={(event) => put({ name: event.target.value })}
            />
          </Field>
          <Field
            label={t`E-mail`}
            error={tried && faults.email}
            help={twice && t`Another recipient has this address. Each gets a separate link.`}
          >
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              value={one.email}
              maxLength={254}
              onChange={(event) => put({ email: event.target.value })}
            />
          </Field>
        </div>
        <Field
          label={t`Role`}
          help={
            one.role !== 'signer' && fields > 0 ? (
              <span className="text-warn">{t`Their fields are removed from the pages.`}</span>
            ) : (
              roles[one.role].note
            )
          }
        >
          <Select
            options={ROLES.map((role) => ({ value: role, label: roles[role].word, note: roles[role].note }))}
            value={one.role}
            onChange={(role) => put({ role })}
          />
        </Field>
        {one.role !== 'copy' && (
          <>
            <Field label={t`Verification`} help={accesses[one.access].note}>
              <Select
                options={ACCESS.map((access) => ({
                  value: access,
                  label: accesses[access].word,
                  note: accesses[access].note,
                }))}
                value={one.access}
                onChange={(access) => put({ access })}
              />
            </Field>
            {one.access === 'code' && (
              <Field
                label={t`Access code`}
                error={tried && faults.code}
                help={hasCode && t`A code is set and can’t be shown again. Enter a new one to change it.`}
              >
                <Input
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={64}
                  value={one.access_code ?? ''}
                  onChange={(event) => put({ access_code: event.target.value })}
                />
              </Field>
            )}
            <Field label={t`Private message`}>
              <Textarea
                rows={2}
                maxLength={4000}
                value={one.message}
                onChange={(event) => put({ message: event.target.value })}
              />
            </Field>
          </>
        )}
        {acts && (
          <Checkbox checked={one.may_delegate} onChange={(may_delegate) => put({ may_delegate })}>
            {t`Allow delegation`}
          </Checkbox>
        )}
      </form>
    </Dialog>
  )
}
