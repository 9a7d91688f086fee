import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useDryRuns } from '../../../api/convert.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { serverText } from '../../../lib/server-text.ts'
import type { RunLine } from '../../../ui/next-run.tsx'
import { useSourceLabel } from './row-labels.ts'
import { type ConvertRow, filesIn } from './rows.ts'

/** The limit of lines: others are summarized, so that the panel does not scroll. */
export const MAX_LINES = 8

/**
 * Groups equal conversions into one line: DOCX to PDF, 4 files, 8; with the engine of the dry run.
 */
export function useRunLines(ready: ConvertRow[]): RunLine[] {
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
        losses: losses.map((loss) => serverText(i18n, loss)),
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
