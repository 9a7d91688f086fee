import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ScanQuote } from '../../../../api/scan.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { Bone } from '../../../../ui/skeleton.tsx'

/** Size and price of the PDF, and the remaining balance. */
export function Price({ quote }: { quote: ScanQuote | undefined }) {
  const { t, i18n } = useLingui()
  if (!quote) return <Bone className="h-20 w-full" />
  const { pages, page_credits, ocr_credits, credits, available, size_bytes } = quote
  const number = (value: number) => formatNumber(value, i18n.locale)
  const size = formatBytes(size_bytes, i18n.locale)
  const after = available - credits
  return (
    <div className="grid gap-1">
      <Sum name={t`Size`}>
        <span className="font-medium">{t`about ${size}`}</span>
      </Sum>
      <Sum
        name={
          ocr_credits > 0
            ? t({ message: plural(pages, { one: '# page, searchable', other: '# pages, searchable' }) })
            : t({ message: plural(pages, { one: '# page', other: '# pages' }) })
        }
      >
        <span className="font-medium">
          {ocr_credits > 0 ? `${number(page_credits)} + ${number(ocr_credits)}` : number(page_credits)}
        </span>
      </Sum>
      <p className="flex items-baseline justify-between gap-2">
        <span>{t`Total`}</span>
        <span>
          <span className="title text-title">{number(credits)}</span>{' '}
          {t({ message: plural(credits, { one: 'credit', other: 'credits' }) })}
        </span>
      </p>
      {after >= 0 ? (
        <Sum name={t`Balance after`}>{number(after)}</Sum>
      ) : (
        <Sum name={t`Short by`}>
          <strong className="font-medium text-warn">{number(-after)}</strong>
        </Sum>
      )}
    </div>
  )
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex justify-between gap-2 text-small text-ink-soft">
      <span>{name}</span>
      <span className="text-ink">{children}</span>
    </p>
  )
}
