import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useDryRuns } from '../../api/convert.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { NextRun, type RunLine } from '../../ui/next-run.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useSourceLabel } from './row-words.ts'
import { type ConvertRow, filesIn } from './rows.ts'
import { RunWayOn } from './run-way-on.tsx'
import { usePrice } from './use-price.ts'

/** More kinds of lines than this are summed up: the panel is to be read, not scrolled. */
const MAX_LINES = 8

/** What the next run does and costs, before it is begun. */
export function RunPanel({ rows }: { rows: ConvertRow[] }) {
  const { t, i18n } = useLingui()
  const price = usePrice(rows)
  const { ready, count, total, left, granted: all, missing } = price
  const lines = useLines(ready)
  const more = lines.length - MAX_LINES
  const number = (value: number) => formatNumber(value, i18n.locale)
  const granted = number(all)
  const after = number((left ?? 0) - total)
  const now = number(left ?? 0)

  return (
    <NextRun
      lines={lines.slice(0, MAX_LINES)}
      {...(missing > 0 && { result: <StatusWord status="warning">{t`Too few credits`}</StatusWord> })}
      {...(count === 0
        ? { note: t`Nothing waits. Add files, or choose a target again for one that has ended.` }
        : more > 0 && { note: t({ message: plural(more, { one: 'and # more', other: 'and # more' }) }) })}
      total={number(total)}
      {...(missing > 0
        ? { left: t`${now} of ${granted}`, missing: number(missing) }
        : {
            balanceAfter: left === null ? '–' : t`${after} of ${granted}`,
            promise: t`Never more than quoted. A file that fails costs nothing.`,
          })}
      action={<RunWayOn price={price} />}
    />
  )
}

/** Alike conversions on one line: DOCX to PDF, 4 files, 8; and what does them, as the dry run says. */
function useLines(ready: ConvertRow[]): RunLine[] {
  const { t, i18n } = useLingui()
  const label = useSourceLabel()
  const alike = [...Map.groupBy(ready, (row) => `${row.family} ${label(row)} ${row.choice}`)].filter(
    ([, [first]]) => first?.source && first.target && first.family,
  )
  const dryRuns = useDryRuns(
    alike.slice(0, MAX_LINES).flatMap(([, [first]]) => {
      const { family, source, target, operation } = first ?? {}
      return family && source && target && operation
        ? [{ family, source: source.format, target: target.format, operation: operation.operation }]
        : []
    }),
  )
  return alike.flatMap(([id, rows], index) => {
    const [first] = rows
    const { target, family } = first ?? {}
    if (!first || !target || !family) return []
    const { engine, losses = [] } = dryRuns[index] ?? {}
    const count = filesIn(rows)
    const bytes = rows.reduce((sum, { file }) => sum + file.size, 0)
    return [
      {
        id,
        from: label(first),
        to: target.label,
        family,
        ...(engine && { by: engine }),
        losses,
        measure:
          count === 1
            ? formatBytes(bytes, i18n.locale)
            : t({ message: plural(count, { one: '# file', other: '# files' }) }),
        price: formatNumber(
          rows.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
          i18n.locale,
        ),
      },
    ]
  })
}
