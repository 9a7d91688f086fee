import { useLingui } from '@lingui/react/macro'
import type { LedgerSums } from '../../../../api/billing.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { SOURCE_NAMES } from '../labels.ts'

/**
 * The period as an equation: opening balance, plus credits, minus debits, equals closing balance.
 */
export function SumsStrip({ sums }: { sums: LedgerSums }) {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const total = (parts: readonly { credits: number }[]) =>
    parts.reduce((sum, { credits }) => sum + credits, 0)
  const day = (at: string) => formatDate(new Date(at), { locale: i18n.locale })
  const came = sums.in.map(({ source, credits }) => `${i18n._(SOURCE_NAMES[source])} ${number(credits)}`)
  const kinds = {
    charge: t`used`,
    expire: t`expired`,
    revoke: t`removed after refunds`,
    adjust: t`adjusted`,
    grant: '',
  }
  const deductions = sums.out.map(({ kind, credits }) => `${number(-credits)} ${kinds[kind]}`)
  const list = (parts: string[]) => formatList(parts, i18n.locale)
  return (
    <dl className="flex flex-none flex-wrap items-end gap-x-6 gap-y-2 border-b border-line bg-sunk px-4 py-2.5 md:ps-6 md:pe-5">
      <Term name={sums.from ? day(sums.from) : t`Opening balance`} value={number(sums.opening)} />
      <Term
        sign="+"
        name={came.length > 0 ? t`Added: ${list(came)}` : t`Added`}
        value={number(total(sums.in))}
        className="text-ok"
      />
      <Term
        sign="−"
        name={deductions.length > 0 ? t`Deducted: ${list(deductions)}` : t`Deducted`}
        value={number(-total(sums.out))}
      />
      <Term sign="=" name={sums.to ? day(sums.to) : t`Now`} value={number(sums.closing)} />
    </dl>
  )
}

type TermProps = { sign?: string; name: string; value: string; className?: string }

function Term({ sign, name, value, className }: TermProps) {
  return (
    <div
      data-sign={sign}
      className={classNames(
        'relative min-w-0',
        sign &&
          'ps-6 before:absolute before:start-0 before:bottom-0.5 before:text-ink-soft before:content-[attr(data-sign)]',
      )}
    >
      <dt className="text-small text-ink-soft">{name}</dt>
      <dd className={classNames('title text-lead', className)}>{value}</dd>
    </div>
  )
}
