import { useLingui } from '@lingui/react/macro'
import { useFileBytes } from '../../../api/preview.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useSideName, type ViewProps, Waiting } from '../parts.tsx'
import { Scroller } from '../scroller.tsx'
import { Trouble } from '../trouble.tsx'
import { decodeText, HEAD_BYTES } from './decode-text.ts'
import { isFigures, parseCsv } from './parse-csv.ts'

const ROWS = 200
/** A spreadsheet may have thousands; this many are shown. */
const COLUMNS = 60

/** The first rows of a table, with the first one as its header. */
export function TableView({ side }: ViewProps) {
  const { t } = useLingui()
  const name = useSideName()(side)
  const { data, error, refetch } = useFileBytes(side.url, { from: 0, to: HEAD_BYTES - 1 })
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const cut = data.byteLength < side.bytes
  const parsed = parseCsv(decodeText(data, cut), ROWS + 2)
  // The last row of a truncated file may be incomplete.
  if (cut && parsed.length > 1 && parsed.length <= ROWS + 1) parsed.pop()
  const [head = [], ...all] = parsed
  const rows = all.slice(0, ROWS)
  const widest = Math.max(head.length, ...rows.map((row) => row.length))
  const width = Math.min(COLUMNS, widest)
  const columns = Array.from({ length: width }, (_, column) => column)
  const figures = columns.map((column) => isFigures(rows.map((row) => row[column] ?? '')))
  const more = cut || all.length > ROWS
  const count = rows.length
  return (
    <div className="flex h-full flex-col">
      <Scroller label={name} className="max-h-[min(36rem,70vh)] min-h-48 grow">
        <table dir="auto" translate="no" className="min-w-full border-separate border-spacing-0 text-small">
          <thead>
            <tr>
              <th className="sticky top-0 border-b border-line-strong bg-surface" aria-label={t`Row`} />
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames(
                    'sticky top-0 max-w-72 truncate border-b border-line-strong bg-surface px-3 py-2 font-medium',
                    figures[column] ? 'text-end' : 'text-start',
                  )}
                >
                  {head[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={index}>
                <td className="border-b border-line ps-4 pe-2 text-end text-ink-faint select-none">
                  {index + 1}
                </td>
                {columns.map((column) => (
                  <td
                    key={column}
                    title={row[column]}
                    className={classNames(
                      'max-w-72 truncate border-b border-line px-3 py-1.5',
                      figures[column] && 'text-end',
                    )}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p className="mt-auto border-t border-line px-4 py-2 text-small text-ink-soft">
        {more ? t`First ${count} rows` : count === 1 ? t`1 row` : t`${count} rows`}
        {widest > width && t`, ${width} of ${widest} columns`}
      </p>
    </div>
  )
}
