import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type Scope, useCreateApiKey } from '../../api/access.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ProblemLine } from '../problems/index.ts'
import { daysOf, type ExpiryChoice } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { MadeKey } from './made-key.tsx'
import { ScopeField } from './scope-field.tsx'
import { CONVERT_ONLY } from './scope-labels.ts'

type NewKeyDialogProps = {
  /** The business that it acts for (`biz_…`); null: the user. */
  business: string | null
  onClose: () => void
}

/** Asks for a key's name, scopes and lifetime, and then shows it once. */
export default function NewKeyDialog({ business, onClose }: NewKeyDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const create = useCreateApiKey(business)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(CONVERT_ONLY))
  const [choice, setChoice] = useState<ExpiryChoice>('90')
  const [date, setDate] = useState('')
  const [tried, setTried] = useState(false)
  const { error, data } = create
  if (data) return <MadeKey made={data} onClose={onClose} />

  const days = daysOf(choice, date)
  const unnamed = name.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (unnamed || scopes.size === 0 || days === undefined) return
    create.mutate({ name: name.trim(), scopes: [...scopes], expires_in_days: days })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Create API key`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={create.isPending} verb={t`Creating`}>
            {t`Create key`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <Field
          label={t`Name`}
          help={t`For example “Nightly build”`}
          error={tried && unnamed ? t`Enter a name.` : error?.field('name')}
        >
          <Input
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            required
            maxLength={100}
          />
        </Field>
        <ScopeField
          chosen={scopes}
          business={business !== null}
          onChange={setScopes}
          error={tried && scopes.size === 0 ? t`Select at least one permission.` : undefined}
        />
        <ExpiryField
          choice={choice}
          onChoice={setChoice}
          date={date}
          onDate={setDate}
          error={tried && days === undefined ? t`Choose a date after today, within ten years.` : undefined}
        />
        <ProblemLine error={error} fields={['name']} />
      </form>
    </Dialog>
  )
}
