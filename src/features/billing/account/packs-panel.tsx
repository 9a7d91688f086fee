import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Pricing } from '../../../api/billing.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { useCheckout } from './use-checkout.ts'

type PacksPanelProps = {
  pricing: Pricing
  /** Undefined if the role has no access to storage. */
  storage: { used_bytes: number; quota_bytes: number } | undefined
  /** Credits spent per day. */
  daily: number
}

/** Packs of credits and storage add-ons, available on any plan. */
export function PacksPanel({ pricing, storage, daily }: PacksPanelProps) {
  const { t, i18n } = useLingui()
  const may = useMay()('billing:write')
  const { buy, working } = useCheckout()
  const used = formatBytes(storage?.used_bytes ?? 0, i18n.locale)
  const quota = formatBytes(storage?.quota_bytes ?? 0, i18n.locale)
  const lasts = (credits: number) => {
    if (daily <= 0) return t`never expires`
    const days = Math.max(1, Math.round(credits / daily))
    return t({
      message: plural(days, {
        one: 'never expires, lasts about # day',
        other: 'never expires, lasts about # days',
      }),
    })
  }
  return (
    <Panel
      title={t`Packs and storage`}
      note={t`On any plan`}
      flush
      {...(may && {
        foot: (
          <p className="me-auto text-small text-ink-soft">
            {t`You pay at checkout. Credits are added once the payment is confirmed.`}
          </p>
        ),
      })}
    >
      <ul className="divide-y divide-line">
        {pricing.packs.map(({ code, credits, price }) => (
          <OfferRow
            key={code}
            name={t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
            note={lasts(credits)}
            price={formatMoney(price, i18n.locale)}
            each={t`${formatMoney({ ...price, amount: price.amount / credits }, i18n.locale, 'fine')} each`}
            {...(may && {
              act: t`Buy`,
              label: t`Buy ${formatNumber(credits, i18n.locale)} credits`,
              isWorking: working === code,
              onBuy: () => buy({ pack: code }),
            })}
          />
        ))}
        {pricing.storage_addons.map(({ code, bytes, price, interval }) => (
          <OfferRow
            key={code}
            name={t`${formatBytes(bytes, i18n.locale)} of storage`}
            note={storage ? t`${used} of ${quota} used` : t`added to your quota`}
            price={formatMoney(price, i18n.locale)}
            each={interval === 'year' ? t`per year` : t`per month`}
            {...(may && {
              act: t`Add`,
              label: t`Add ${formatBytes(bytes, i18n.locale)} of storage`,
              isWorking: working === code,
              onBuy: () => buy({ addon: code }),
            })}
          />
        ))}
      </ul>
    </Panel>
  )
}

type OfferRowProps = {
  name: string
  note: string
  price: string
  each: string
  act?: string
  label?: string
  isWorking?: boolean
  onBuy?: () => void
}

function OfferRow({ name, note, price, each, act, label, isWorking, onBuy }: OfferRowProps) {
  const { t } = useLingui()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-1 basis-32">
        <span className="block font-medium">{name}</span>
        <span className="block text-small text-ink-soft">{note}</span>
      </span>
      <span className="text-end">
        <span className="block font-medium">{price}</span>
        <span className="block text-small text-ink-soft">{each}</span>
      </span>
      {act && (
        <Button
          size={28}
          className="min-w-16"
          aria-label={label}
          working={isWorking ?? false}
          verb={t`Opening`}
          onClick={onBuy}
        >
          {act}
        </Button>
      )}
    </li>
  )
}
