import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { useAdjustCredits } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'

const EMPTY = { account: '', credits: '', reason: '' }
const MOST = 1_000_000

/** Adds or removes credits, with a reason that the account's ledger shows. */
export function AdjustPanel() {
  const { t } = useLingui()
  const adjust = useAdjustCredits()
  const [form, setForm] = useState(EMPTY)
  const key = useRef(randomId())
  const credits = Number(form.credits)
  const isNumber = /^[-−]?\d{1,7}$/.test(form.credits.trim())
  const value = isNumber ? Number(form.credits.trim().replace('−', '-')) : credits
  const isValid = isNumber && value !== 0 && Math.abs(value) <= MOST
  const ready = isValid && form.account.trim() !== '' && form.reason.trim() !== ''
  const set = (patch: Partial<typeof EMPTY>) => {
    setForm({ ...form, ...patch })
    key.current = randomId()
    adjust.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready || adjust.isPending) return
    adjust.mutate(
      { account: form.account.trim(), credits: value, reason: form.reason.trim(), key: key.current },
      {
        onSuccess: ({ account, balance }) => {
          const left = t({ message: plural(balance, { one: '# credit', other: '# credits' }) })
          showToast({ text: t`${account.name} now has ${left}` })
          setForm(EMPTY)
          key.current = randomId()
        },
      },
    )
  }
  return (
    <Panel title={t`Adjust credits`}>
      <form onSubmit={submit} className="grid gap-3">
        <Field label={t`Account`} help={t`User name, e-mail address or business ID.`}>
          <Input
            value={form.account}
            autoComplete="off"
            onChange={({ target }) => set({ account: target.value })}
          />
        </Field>
        <Field
          label={t`Credits`}
          help={t`Enter a negative number to deduct credits.`}
          {...(form.credits !== '' && !isValid && { error: t`Enter a whole number other than 0.` })}
        >
          <Input
            inputMode="numeric"
            className="max-w-40"
            value={form.credits}
            onChange={({ target }) => set({ credits: target.value })}
          />
        </Field>
        <Field label={t`Reason`} help={t`Shown to the account in its ledger.`}>
          <Textarea
            rows={2}
            maxLength={500}
            value={form.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        </Field>
        <p>
          <Button type="submit" disabled={!ready} working={adjust.isPending} verb={t`Adjusting`}>
            {t`Adjust credits`}
          </Button>
        </p>
        <ProblemLine error={adjust.error && toApiError(adjust.error)} />
      </form>
    </Panel>
  )
}
