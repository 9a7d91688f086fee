import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ConvertRow, filesIn } from './rows.ts'

/** "7 files  1 done  2 converting  1 needs you": a text summary of the list, in a live region. */
export function Counts({ rows }: { rows: ConvertRow[] }) {
  const { t } = useLingui()
  const count = (...kinds: ConvertRow['state']['kind'][]) =>
    filesIn(rows.filter(({ state }) => kinds.includes(state.kind)))
  const all = filesIn(rows)
  const done = count('done')
  const working = count('working')
  const uploading = count('uploading')
  const ready = count('ready')
  // A row counts once, however many files it contains.
  const needs = rows.filter(
    ({ state }) =>
      state.kind === 'missing' ||
      state.kind === 'refused' ||
      state.kind === 'unknown' ||
      (state.kind === 'failed' && !state.cancelled),
  ).length
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <h2 className="title text-lead max-sm:sr-only">
        {t({ message: plural(all, { one: '# file', other: '# files' }) })}
      </h2>
      <p className="flex flex-wrap gap-x-3 text-small text-ink-soft" aria-live="polite">
        {done > 0 && <span>{t`${done} completed`}</span>}
        {working > 0 && <span>{t`${working} converting`}</span>}
        {uploading > 0 && <span>{t`${uploading} uploading`}</span>}
        {ready > 0 && <span>{t`${ready} ready`}</span>}
        {needs > 0 && (
          <span className="font-medium text-bad">
            {t({ message: plural(needs, { one: '# needs attention', other: '# need attention' }) })}
          </span>
        )}
      </p>
    </div>
  )
}
