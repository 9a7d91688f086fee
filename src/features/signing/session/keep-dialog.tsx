import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type SigningRow, useCreateSigningTemplate } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'

/** Saves a request's document, roles and fields as a template. */
export function KeepDialog({ session, onClose }: { session: SigningRow; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useId()
  const [name, setName] = useState(session.title)
  const [tried, setTried] = useState(false)
  const create = useCreateSigningTemplate()
  const empty = tried && name.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || create.isPending) return
    create.mutate(
      { session_id: session.id, name: name.trim() },
      {
        onSuccess: () => {
          onClose()
          showToast({
            text: t`Template saved`,
            action: {
              label: t`View`,
              onClick: () => void navigate(paths.signing({ tab: 'templates' })),
            },
          })
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Save as template`}
      description={t`Saves the document, the fields and the recipients’ names, but not their e-mail addresses.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={create.isPending} verb={t`Saving`}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={t`Name`} error={empty ? t`Enter a name.` : create.error?.field('name')}>
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={200}
            autoComplete="off"
            required
          />
        </Field>
      </form>
      <ProblemLine error={create.error} fields={['name']} />
    </Dialog>
  )
}
