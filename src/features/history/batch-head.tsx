import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Conversion } from '../../api/history.ts'
import { formatTime } from '../../lib/format-date.ts'
import { BatchName } from '../../ui/batch-name.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import type { Column } from './columns.ts'
import type { BatchItem } from './items.ts'

type BatchHeadProps = {
  batch: BatchItem
  columns: readonly Column[]
  selected: ReadonlySet<string>
  onSelect: (ids: string[], selected: boolean) => void
  onToggle: () => void
  onZip: (conversions: Conversion[]) => void
}

/** The head over what was run together: what it took, all of it in one press, and a way to close its rows. */
export function BatchHead({ batch, columns, selected, onSelect, onToggle, onZip }: BatchHeadProps) {
  const { t, i18n } = useLingui()
  const { id, rows, counts, open } = batch
  const time = formatTime(new Date(rows.at(-1)?.created_at ?? 0), { locale: i18n.locale })
  const chosen = rows.filter((one) => selected.has(one.conversion_id)).length
  const all = chosen === rows.length
  const files = rows.filter(({ download_url }) => download_url !== null)
  const packed = files.length
  const sum = (credits: (one: Conversion) => number | null) =>
    rows.reduce((total, one) => total + (credits(one) ?? 0), 0)
  // What stands left of the sums, the file's own column first, and what stands right of them.
  const before = 1 + columns.filter((one) => ['route', 'status', 'in', 'out'].includes(one)).length
  const after = columns.filter((one) => one === 'time' || one === 'expires').length
  return (
    <Row group selected={false} className="h-full">
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
      <Cell
        className="max-sm:col-span-2 sm:[grid-column:span_var(--before)]"
        style={{ '--before': before } as CSSProperties}
      >
        <BatchName
          name={t`Batch of ${time}`}
          code={id.slice(0, 4)}
          count={t({ message: plural(rows.length, { one: '# file', other: '# files' }) })}
          counts={counts}
          open={open}
          onToggle={onToggle}
        />
      </Cell>
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
      <Cell end className="max-sm:hidden" style={{ gridColumn: `span ${after}` }}>
        {packed > 0 && (
          <TextButton aria-label={t`Download ${packed} as ZIP`} onClick={() => onZip(files)}>
            {t`ZIP`}
          </TextButton>
        )}
      </Cell>
    </Row>
  )
}
