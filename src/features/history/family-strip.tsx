import { useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import { type ConversionFilters, useHistorySummary } from '../../api/history.ts'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../lib/families.ts'
import { formatNumber, formatPercent } from '../../lib/format-number.ts'
import { FamilyIcon } from '../../ui/family-icon.tsx'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'

type FamilyStripProps = {
  filters: ConversionFilters
  family: Family | null
  onChange: (family: Family | null) => void
}

/**
 * The number of conversions per family, and their cost. Clicking a family filters by it. Hidden on
 * phones, where the rows need the space and the family has a filter.
 */
export function FamilyStrip({ filters, family, onChange }: FamilyStripProps) {
  const { t, i18n } = useLingui()
  const { data } = useHistorySummary(filters)
  if (!data) return <div className="h-14 flex-none border-b border-line-strong max-sm:hidden" />
  const number = (value: number) => formatNumber(value, i18n.locale)
  const most = Math.max(1, ...data.families.map(({ count }) => count))
  const quoted = number(data.credits_quoted)
  const newest = number(data.count)
  const share =
    data.count > 0 && data.failed > 0 ? formatPercent((100 * data.failed) / data.count, i18n.locale) : ''
  return (
    <section
      aria-label={t`Summary`}
      className="flex h-14 flex-none overflow-x-auto border-b border-line-strong text-small [scrollbar-width:none] max-sm:hidden"
    >
      {data.families.map(({ family: one, count, count_exact }) => (
        <button
          key={one}
          type="button"
          data-family={one}
          aria-pressed={family === one}
          onClick={() => onChange(family === one ? null : one)}
          style={{ '--part': `${(100 * count) / most}%` } as CSSProperties}
          className={classNames(
            'relative flex min-w-24 flex-1 flex-col justify-center border-e border-line-strong px-3 pb-1 text-start first:ps-4 hover:bg-hover focus-visible:focus-inset md:first:ps-6',
            'before:absolute before:start-0 before:bottom-0 before:h-0.75 before:w-(--part) before:bg-(--family)',
            family === one && 'bg-accent-tint',
          )}
        >
          <span className="flex items-center gap-1.5 text-ink-soft">
            <FamilyIcon family={one} small />
            {i18n._(FAMILY_WORDS[one])}
          </span>{' '}
          <span className="text-body font-medium">{count_exact ? number(count) : t`${number(count)}+`}</span>
        </button>
      ))}
      <Figure
        name={data.count_exact ? t`Credits charged` : t`Charged, latest ${newest}`}
        note={t`of ${quoted} quoted`}
      >
        {number(data.credits_charged)}
      </Figure>
      <Figure name={t`Failed, not charged`} note={data.count_exact ? share : t`of ${newest}`}>
        {number(data.failed)}
      </Figure>
    </section>
  )
}

type FigureProps = { name: string; note: string; children: ReactNode }

/** A total, which is not clickable. */
const Figure = ({ name, note, children }: FigureProps) => (
  <p className="flex flex-[1.4] flex-col justify-center border-line-strong px-3 pb-1 whitespace-nowrap not-last:border-e max-lg:hidden">
    <span className="text-ink-soft">{name}</span>{' '}
    <span>
      <span className="text-body font-medium">{children}</span> <span className="text-ink-soft">{note}</span>
    </span>
  </p>
)
