import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { type AccountPurchase, useRefundPurchase } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatMoney, minorUnits } from '../../../lib/format-money.ts'
import { randomId } from '../../../lib/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'

/** Refunds the rest of a purchase, or a part of it. */
export function RefundDialog({ purchase, onClose }: { purchase: AccountPurchase; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const refund = useRefundPurchase()
  const { price, tax, refunded, name, account, credits } = purchase
  const left = price.amount + tax.amount - refunded.amount
  const factor = minorUnits(price.currency)
  const [typed, setTyped] = useState(String(left / factor))
  // Another amount is another refund; the same one is only made once.
  const key = useRef({ typed: '', id: '' })
  const amount = Math.round(Number(typed.replace(',', '.')) * factor)
  const isValid = Number.isInteger(amount) && amount > 0 && amount <= left
  const money = (value: number) => formatMoney({ ...price, amount: value }, i18n.locale)
  const submit = () => {
    if (!isValid || refund.isPending) return
    if (key.current.typed !== typed) key.current = { typed, id: randomId() }
    refund.mutate(
      { purchase_id: purchase.purchase_id, amount, key: key.current.id },
      {
        onSuccess: () => {
          showToast({ text: t`${money(amount)} refunded` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Refund ${name}`}
      description={
        credits > 0
          ? t`${account.name} is refunded to the original card. Unspent credits are removed in proportion.`
          : t`${account.name} is refunded to the original card.`
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant="danger-solid"
            disabled={!isValid}
            working={refund.isPending}
            verb={t`Refunding`}
            onClick={submit}
          >
            {isValid ? t`Refund ${money(amount)}` : t`Refund`}
          </Button>
        </>
      }
    >
      <Field
        label={t`Amount in ${price.currency}, including tax`}
        help={t`${money(left)} remaining.`}
        {...(!isValid && { error: t`Enter an amount up to ${money(left)}.` })}
      >
        <Input
          inputMode="decimal"
          className="max-w-40"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <ProblemLine error={refund.error && toApiError(refund.error)} />
    </Dialog>
  )
}
