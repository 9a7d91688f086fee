import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type Pack,
  refreshBilling,
  useBalance,
  usePricing,
  usePurchase,
  useStartPurchase,
} from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { randomId } from '../../../lib/random-id.ts'
import { paths } from '../../../paths.ts'
import { type NeededCredits, settleNeededCredits } from '../../../stores/needed-credits.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { Coming, ProblemLine } from '../../problems/index.ts'

const close = () => settleNeededCredits(false)

/**
 * Offers the packs that cover the missing credits. The checkout opens in a new tab, so that the
 * current work stays; it continues after the payment.
 */
export function BuyDialog({ need }: { need: NeededCredits }) {
  const { t, i18n } = useLingui()
  const { pathname, search } = useLocation()
  const pricing = usePricing()
  const balance = useBalance()
  const start = useStartPurchase()
  const [picked, setPicked] = useState<string | null>(null)
  const [purchase, setPurchase] = useState<{ id: string; url: string } | null>(null)
  const key = useRef({ pack: '', id: '' })
  const available = balance.data?.available ?? need.available ?? 0
  const missing = need.required === null ? null : Math.max(0, need.required - available)
  const packs = pricing.data?.packs ?? []
  const fitting = packs.filter(({ credits }) => credits >= (missing ?? 1))
  const offered: readonly Pack[] = fitting.length > 0 ? fitting : packs.slice(-1)
  const chosen = offered.find(({ code }) => code === picked) ?? offered[0]
  const number = (value: number) => formatNumber(value, i18n.locale)

  // Another member has bought credits, or a finished run released unused ones.
  const isCovered = missing === 0 && balance.isFetchedAfterMount
  useEffect(() => {
    if (isCovered && !purchase) settleNeededCredits(true)
  }, [isCovered, purchase])

  const buy = () => {
    if (!chosen) return
    // Opened synchronously: browsers block tabs that open after a response.
    const tab = window.open('', '_blank')
    if (key.current.pack !== chosen.code) key.current = { pack: chosen.code, id: randomId() }
    start.mutate(
      { purchase: { pack: chosen.code, return_to: pathname + search }, key: key.current.id },
      {
        onSuccess: ({ purchase_id: id, checkout_url: url }) => {
          if (tab) tab.location.href = url
          setPurchase({ id, url })
        },
        onError: () => tab?.close(),
      },
    )
  }
  const again = () => {
    key.current = { pack: '', id: '' }
    setPurchase(null)
  }
  // If one pack was not enough, the dialog stays; the balance says when it is.
  const bought = () => {
    again()
    if (need.required === null) settleNeededCredits(true)
  }
  return (
    <Dialog
      open
      over
      onOpenChange={(open) => !open && close()}
      title={
        missing === null
          ? t`Not enough credits`
          : t({ message: plural(missing, { one: '# credit short', other: '# credits short' }) })
      }
      description={
        need.required === null
          ? t`You weren’t charged. Your work stays here and continues after payment.`
          : t`You need ${number(need.required)} credits and have ${number(available)}. Your work stays here and continues after payment.`
      }
      foot={
        purchase ? (
          <Button onClick={close}>{t`Continue later`}</Button>
        ) : (
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button
              variant="primary"
              disabled={!chosen}
              working={start.isPending}
              verb={t`Opening checkout`}
              onClick={buy}
            >
              {chosen ? t`Pay ${formatMoney(chosen.price, i18n.locale)}` : t`Pay`}
            </Button>
          </>
        )
      }
    >
      {purchase ? (
        <Waiting purchase={purchase} onAgain={again} onBought={bought} />
      ) : pricing.data ? (
        <div className="grid gap-3">
          {pricing.data.mode === 'sandbox' && (
            <p>
              <Badge tone="warn">{t`Sandbox: test money`}</Badge>
            </p>
          )}
          {offered.length === 0 ? (
            <p>{t`This server sells no packs. Choose a plan in Billing or fewer files.`}</p>
          ) : (
            <RadioGroup
              legend={t`Buy`}
              options={offered.map(({ code, credits, price }) => ({
                value: code,
                label: t`${number(credits)} credits, ${formatMoney(price, i18n.locale)}`,
                note: t`Never expires. ${formatMoney({ ...price, amount: price.amount / credits }, i18n.locale, 'fine')} per credit, excluding tax.`,
              }))}
              value={chosen?.code ?? null}
              onChange={setPicked}
            />
          )}
          <p className="text-small text-ink-soft">
            {t`The checkout opens in a new tab.`}{' '}
            <TextButton render={<a href={paths.billing('plans')} target="_blank" rel="noreferrer" />}>
              {t`Compare plans`}
            </TextButton>
          </p>
        </div>
      ) : (
        <Coming paused={pricing.isPaused} rows={3} />
      )}
      <ProblemLine error={(start.error ?? pricing.error) && toApiError(start.error ?? pricing.error)} />
    </Dialog>
  )
}

type WaitingProps = { purchase: { id: string; url: string }; onAgain: () => void; onBought: () => void }

/** Shown during the payment in the other tab. */
function Waiting({ purchase, onAgain, onBought }: WaitingProps) {
  const { t } = useLingui()
  const { data } = usePurchase(purchase.id)
  const status = data?.status ?? 'pending'
  const credits = data?.credits ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is fulfilled
  useEffect(() => {
    if (status !== 'fulfilled') return
    refreshBilling()
    showToast({
      text: t({
        message: plural(credits, {
          one: '# credit added',
          other: '# credits added',
        }),
      }),
    })
    onBought()
  }, [status, credits, t])
  if (status === 'pending' || status === 'paid' || status === 'fulfilled')
    return (
      <div className="grid gap-2">
        <p role="status">
          <StatusWord status="working">
            {status === 'pending'
              ? t`Waiting for payment in the other tab`
              : t`Payment confirmed, adding credits`}
          </StatusWord>
        </p>
        {status === 'pending' && (
          <p className="text-small">
            <TextButton render={<a href={purchase.url} target="_blank" rel="noreferrer" />}>
              {t`Reopen checkout`}
            </TextButton>
          </p>
        )}
      </div>
    )
  return (
    <div className="grid gap-2">
      <p role="alert" className="text-bad">
        {data?.failure ?? t`The payment wasn’t completed. You weren’t charged.`}
      </p>
      <p>
        <TextButton onClick={onAgain}>{t`Change selection`}</TextButton>
      </p>
    </div>
  )
}
