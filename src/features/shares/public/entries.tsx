import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PublicShare } from '../../../api/public-share.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'

type EntriesProps = { entries: NonNullable<PublicShare['entries']>; count: number }

/** The number shown before “Show all”. */
const FIRST = 20

/** The contents of a ZIP, by the names and sizes of its directory. */
export function Entries({ entries, count }: EntriesProps) {
  const { t, i18n } = useLingui()
  const [all, setAll] = useState(entries.length <= FIRST)
  const shown = all ? entries : entries.slice(0, FIRST)
  const rest = formatNumber(count - entries.length, i18n.locale)
  return (
    <section aria-labelledby="inside">
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id="inside" className="title text-lead">
          <Trans>Contents</Trans>
        </h2>
        <span className="text-[0.875rem] text-ink-soft">
          {t({ message: plural(count, { one: '# file', other: '# files' }) })}
        </span>
      </div>
      <ul className="border-y border-line-strong text-[0.875rem]/5 lg:bg-surface">
        {shown.map(({ name, size_bytes }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a ZIP may hold a name twice, and its list stands still
            key={index}
            className="flex min-h-10 items-center gap-4 border-b border-line last:border-b-0 lg:px-3"
          >
            <span className="min-w-0 flex-1">
              <FileName name={name} />
            </span>
            <span className="flex-none text-ink-soft">{formatBytes(size_bytes, i18n.locale)}</span>
          </li>
        ))}
      </ul>
      {!all && (
        <Button size={36} wide className="mt-3" onClick={() => setAll(true)}>
          {count > entries.length ? t`Show first ${entries.length}` : t`Show all ${count}`}
        </Button>
      )}
      {all && count > entries.length && (
        <p className="mt-3 text-[0.875rem] text-ink-soft">{t`and ${rest} more`}</p>
      )}
    </section>
  )
}
