import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { invoiceUrl, type Purchase, refreshBilling, usePurchase } from '../../../api/billing.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { safeReturn } from '../../../lib/return-path.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { Coming, Problem } from '../../problems/index.ts'

type PurchaseReturnProps = {
  purchaseId: string
  /** The user left the checkout without paying. */
  cancelled: boolean
}

/** After the checkout: the payment's progress, and where to continue. */
export function PurchaseReturn({ purchaseId, cancelled }: PurchaseReturnProps) {
  const { data, error, refetch, isPaused } = usePurchase(purchaseId)
  const status = data?.status
  useEffect(() => {
    if (status === 'fulfilled') refreshBilling()
  }, [status])
  return (
    <PageFrame width="form">
      {data ? (
        <Stages purchase={data} cancelled={cancelled} />
      ) : (
        <Panel flush>
          {error ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : (
            <Coming paused={isPaused} rows={4} />
          )}
        </Panel>
      )}
    </PageFrame>
  )
}

function Stages({ purchase, cancelled }: { purchase: Purchase; cancelled: boolean }) {
  const { t, i18n } = useLingui()
  const { name, price, tax, status, checkout_url, failure, credits, return_to } = purchase
  const total = formatMoney({ ...price, amount: price.amount + tax.amount }, i18n.locale)
  const back = safeReturn(return_to)
  const isOpen = status === 'pending'
  const isPaid = status === 'paid' || status === 'fulfilled'
  const outcome = useOutcome(purchase, cancelled)
  return (
    <Panel
      title={
        <>
          <span translate="no">{name}</span>, {total}
        </>
      }
    >
      <div className="grid gap-4">
        <p role="status" aria-live="polite" className="text-read">
          {outcome}
        </p>
        {!(isOpen && cancelled) && status !== 'failed' && status !== 'cancelled' && status !== 'expired' && (
          <ol className="grid gap-2">
            <li>
              <StatusWord status={isPaid ? 'done' : 'working'}>
                {isPaid ? t`Payment confirmed` : t`Waiting for payment confirmation`}
              </StatusWord>
            </li>
            {isPaid && (
              <li>
                <StatusWord status={status === 'fulfilled' ? 'done' : 'working'}>
                  {status === 'fulfilled'
                    ? credits > 0
                      ? t({ message: plural(credits, { one: '# credit added', other: '# credits added' }) })
                      : t`Storage added`
                    : t`Adding your purchase`}
                </StatusWord>
              </li>
            )}
          </ol>
        )}
        {failure && <p className="text-bad">{failure}</p>}
        <p className="flex flex-wrap gap-2">
          {status === 'fulfilled' ? (
            <>
              <Button variant="primary" render={<Link to={back ?? paths.billing()} />}>
                {back && !back.startsWith(paths.billing())
                  ? t`Continue where you left off`
                  : t`Go to Billing`}
              </Button>
              {purchase.invoice_url && (
                <Button
                  render={<a href={invoiceUrl(purchase.purchase_id)} download />}
                >{t`Download invoice`}</Button>
              )}
            </>
          ) : (
            <>
              {checkout_url && (
                <Button variant={cancelled ? 'primary' : 'second'} render={<a href={checkout_url} />}>
                  {t`Return to checkout`}
                </Button>
              )}
              {!isOpen && !isPaid && (
                <Button
                  variant="primary"
                  render={<Link to={paths.billing('plans')} />}
                >{t`Change selection`}</Button>
              )}
              <Button render={<Link to={back ?? paths.billing()} />}>
                {back && !back.startsWith(paths.billing()) ? t`Return to your work` : t`Go to Billing`}
              </Button>
            </>
          )}
        </p>
      </div>
    </Panel>
  )
}

function useOutcome({ status }: Purchase, cancelled: boolean): string {
  const { t } = useLingui()
  switch (status) {
    case 'pending':
      return cancelled
        ? t`You left the checkout and weren’t charged. You can still return to it.`
        : t`The payment is being confirmed. You can leave this page; your purchase is added automatically.`
    case 'paid':
      return t`Payment confirmed. Your purchase is being added.`
    case 'fulfilled':
      return t`Payment complete`
    case 'failed':
      return t`The payment failed and you weren’t charged. Use a different card or change your selection.`
    case 'cancelled':
      return t`The purchase was cancelled. You weren’t charged.`
    case 'expired':
      return t`The checkout expired. You weren’t charged.`
    case 'refunded':
      return t`The payment was refunded.`
    case 'disputed':
      return t`The payment is disputed with the bank. Its credits are removed until the dispute is resolved.`
  }
}
