import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Pricing } from '../../../api/pricing.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { Sheet } from './sheet.tsx'

/** Packs of credits and storage add-ons, available on any plan. */
export function Packs({ pricing: { packs, storage_addons: addons } }: { pricing: Pricing }) {
  const { t, i18n } = useLingui()
  if (packs.length + addons.length === 0) return null
  return (
    <Sheet title={t`Packs and storage`} note={t`On any plan`}>
      <ul className="divide-y divide-line">
        {packs.map(({ code, credits, price }) => (
          <Offer
            key={code}
            name={t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
            note={t`never expires`}
            price={formatMoney(price, i18n.locale)}
            each={t`${formatMoney({ ...price, amount: price.amount / credits }, i18n.locale, 'fine')} each`}
          />
        ))}
        {addons.map(({ code, bytes, price, interval }) => (
          <Offer
            key={code}
            name={t`${formatBytes(bytes, i18n.locale)} of storage`}
            note={t`added to your quota`}
            price={formatMoney(price, i18n.locale)}
            each={interval === 'year' ? t`per year` : t`per month`}
          />
        ))}
      </ul>
    </Sheet>
  )
}

type OfferProps = { name: string; note: string; price: string; each: string }

const Offer = ({ name, note, price, each }: OfferProps) => (
  <li className="flex items-center justify-between gap-4 px-4 py-2">
    <span>
      <span className="block font-medium">{name}</span>
      <span className="block text-small text-ink-soft">{note}</span>
    </span>
    <span className="text-end">
      <span className="block font-medium">{price}</span>
      <span className="block text-small text-ink-soft">{each}</span>
    </span>
  </li>
)
