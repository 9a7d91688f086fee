import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCreateBusiness } from '../../../api/businesses.ts'
import { randomId } from '../../../lib/random-id.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { useSwitch } from '../acting/index.ts'

/** Only the name is required; the verification requires the rest of the profile. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const navigate = useNavigate()
  const change = useSwitch()
  const create = useCreateBusiness()
  const [name, setName] = useState('')
  const [act, setAct] = useState(true)
  const [tried, setTried] = useState(false)
  const [key] = useState(randomId)
  const unnamed = name.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (unnamed) return
    create.mutate(
      { body: { name: name.trim() }, key },
      {
        onSuccess: ({ business_id }) => {
          const open = () => void navigate(paths.business(business_id), { replace: true })
          if (act) change(business_id, open)
          else open()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Create business`}
      description={t`A business has its own files, credits and members.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={create.isPending} verb={t`Creating`}>
            {t`Create business`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <Field
          label={t`Name`}
          help={t`Members and recipients see this name. You can change it later.`}
          error={tried && unnamed ? t`Enter a name.` : create.error?.field('name')}
        >
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="organization"
            required
            maxLength={100}
          />
        </Field>
        <Checkbox checked={act} onChange={setAct}>
          {t`Switch this tab to the new business`}
        </Checkbox>
        <ProblemLine error={create.error} fields={['name']} />
      </form>
    </Dialog>
  )
}
