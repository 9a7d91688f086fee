import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Conversion } from '../../api/history.ts'
import { formatTime } from '../../lib/format-date.ts'
import { BatchName } from '../../ui/batch-name.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { useSourceName } from '../convert/conversion/index.ts'
import type { Column } from './columns.ts'
import type { BatchItem } from './items.ts'
import { useBatchStatus } from './use-batch-status.ts'

type BatchHeadProps = {
  batch: BatchItem
  columns: readonly Column[]
  selected: ReadonlySet<string>
  focusable: boolean
  onFocus: (key: string) => void
  touch: boolean
  onSelect: (ids: string[], selected: boolean) => void
  onToggle: () => void
  onZip: (conversions: Conversion[]) => void
}

/** The header of a batch: its totals, a checkbox for all of it, and a toggle for its rows. */
export function BatchHead(props: BatchHeadProps) {
  const { batch, columns, selected, focusable, onFocus, touch, onSelect, onToggle, onZip } = props
  const { t, i18n } = useLingui()
  const { key, id, rows, counts, open } = batch
  const called = useSourceName()
  const time = formatTime(new Date(rows.at(-1)?.created_at ?? 0), { locale: i18n.locale })
  const chosen = rows.filter((one) => selected.has(one.conversion_id)).length
  const all = chosen === rows.length
  const files = rows.filter(({ download_url }) => download_url !== null)
  const packed = files.length
  const sum = (credits: (one: Conversion) => number | null) =>
    rows.reduce((total, one) => total + (credits(one) ?? 0), 0)
  // The number of columns before the status, including the file's, and of those between it and the
  // totals.
  const before = 1 + columns.filter((one) => one === 'route' || one === 'by').length
  const between = columns.filter((one) => one === 'in' || one === 'out').length
  const summary = useBatchStatus()(rows)
  return (
    <Row
      group
      selected={false}
      data-row={key}
      tabIndex={focusable ? 0 : -1}
      onFocus={() => onFocus(key)}
      className="h-full"
    >
      <Cell>
        <Checkbox
          label={t`Select batch of ${time}`}
          checked={all}
          mixed={chosen > 0 && !all}
          onChange={(next) =>
            onSelect(
              rows.map((one) => one.conversion_id),
              next,
            )
          }
        />
      </Cell>
      <Cell className="sm:[grid-column:span_var(--before)]" style={{ '--before': before } as CSSProperties}>
        <BatchName
          name={t`Batch of ${time}`}
          files={called(rows[0]?.filename ?? '', rows.length)}
          code={id.slice(0, 4)}
          count={t({ message: plural(rows.length, { one: '# file', other: '# files' }) })}
          counts={counts}
          open={open}
          onToggle={onToggle}
        />
      </Cell>
      {columns.includes('status') && (
        <Cell className="max-sm:col-start-3">
          <StatusWord status={summary.status} line>
            {summary.word}
          </StatusWord>
        </Cell>
      )}
      {between > 0 && <Cell className="max-sm:hidden" style={{ gridColumn: `span ${between}` }} />}
      {columns.includes('quoted') && (
        <Cell end faint>
          {sum((one) => one.credits_quoted)}
        </Cell>
      )}
      {columns.includes('charged') && (
        <Cell end className="font-medium">
          {sum((one) => one.credits_charged)}
        </Cell>
      )}
      {columns.includes('time') && (
        <Cell end faint className="max-sm:hidden">
          {time}
        </Cell>
      )}
      {(columns.includes('expires') || touch) && (
        <Cell
          end
          className="max-sm:col-start-4"
          style={{ gridColumn: touch && columns.includes('expires') ? 'span 2' : undefined }}
        >
          {packed > 0 && (
            <TextButton aria-label={t`Download ${packed} as ZIP`} onClick={() => onZip(files)}>
              {t`ZIP`}
            </TextButton>
          )}
        </Cell>
      )}
    </Row>
  )
}
