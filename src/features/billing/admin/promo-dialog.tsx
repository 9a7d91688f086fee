import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type PromoCodeRequest, useCreatePromoCode } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { endOfDay } from '../../../lib/end-of-day.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ProblemLine } from '../../problems/index.ts'

const whole = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null)

/** A promo code for credits, or for a discount at the checkout. */
export function PromoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const create = useCreatePromoCode()
  const [kind, setKind] = useState<'credits' | 'percent'>('credits')
  const [typed, setTyped] = useState({ code: '', value: '', days: '', limit: '', ends: '', first: false })
  const set = (patch: Partial<typeof typed>) => {
    setTyped({ ...typed, ...patch })
    create.reset()
  }
  const value = whole(typed.value)
  const isCode = /^[A-Za-z0-9]{4,40}$/.test(typed.code.trim())
  const isValue = value !== null && value > 0 && (kind === 'credits' || value <= 100)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCode || !isValue || create.isPending) return
    const [days, limit, ends] = [whole(typed.days), whole(typed.limit), endOfDay(typed.ends)]
    const request: PromoCodeRequest = {
      code: typed.code.trim(),
      [kind]: value,
      ...(kind === 'credits' && days && { credits_days: days }),
      ...(limit && { total_limit: limit }),
      ...(ends && { ends_at: ends }),
      first_purchase_only: typed.first,
    }
    create.mutate(request, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Create promo code`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!isCode || !isValue}
            working={create.isPending}
            verb={t`Creating`}
          >
            {t`Create code`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <Field
          label={t`Code`}
          help={t`4 to 40 letters and digits.`}
          {...(typed.code !== '' && !isCode && { error: t`Enter 4 to 40 letters and digits.` })}
        >
          <Input
            mono
            value={typed.code}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set({ code: target.value.toUpperCase() })}
          />
        </Field>
        <Segmented
          label={t`Benefit`}
          options={[
            { value: 'credits', label: t`Credits` },
            { value: 'percent', label: t`Checkout discount` },
          ]}
          value={kind}
          onChange={setKind}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label={kind === 'credits' ? t`Credits` : t`Percent`}
            {...(typed.value !== '' && !isValue && { error: t`Enter a whole number.` })}
          >
            <Input
              inputMode="numeric"
              value={typed.value}
              onChange={({ target }) => set({ value: target.value })}
            />
          </Field>
          {kind === 'credits' && (
            <Field label={t`Credits expire after (days)`} help={t`Leave empty if credits never expire.`}>
              <Input
                inputMode="numeric"
                value={typed.days}
                onChange={({ target }) => set({ days: target.value })}
              />
            </Field>
          )}
          <Field label={t`Usage limit`} help={t`Leave empty for unlimited. Each account can use it once.`}>
            <Input
              inputMode="numeric"
              value={typed.limit}
              onChange={({ target }) => set({ limit: target.value })}
            />
          </Field>
          <Field label={t`Valid until`} help={t`Leave empty for no expiry.`}>
            <Input type="date" value={typed.ends} onChange={({ target }) => set({ ends: target.value })} />
          </Field>
        </div>
        <Checkbox checked={typed.first} onChange={(first) => set({ first })}>
          {t`First purchase only`}
        </Checkbox>
      </form>
      <ProblemLine error={create.error && toApiError(create.error)} />
    </Dialog>
  )
}
