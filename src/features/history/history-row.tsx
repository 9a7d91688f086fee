import { useLingui } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatTime } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FamilyIcon } from '../../ui/family-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { CreatorName } from '../businesses/acting/index.ts'
import { useConversionWords, useExpiry, useSourceName } from '../convert/conversion/index.ts'
import { ConversionRoute } from '../convert/route/index.ts'
import type { Column } from './columns.ts'
import { RowActions, type RowActs, TouchActions } from './row-actions.tsx'

type HistoryRowProps = {
  conversion: Conversion
  columns: readonly Column[]
  index: number
  selected: boolean
  onSelect: (id: string, selected: boolean, range: boolean) => void
  onFocus: (id: string) => void
  focusable: boolean
  /** Whether its preview is shown next to the list. */
  shown: boolean
  /** On touch screens actions are always visible. */
  touch: boolean
  /** Stable for the life of the list, so that a row only renders when it changes. */
  acts: RowActs
}

/** One line on desktops, two on phones. Kept cheap: few elements, no popups and no timers. */
export const HistoryRow = memo(function HistoryRow(props: HistoryRowProps) {
  const { conversion, columns, index, selected, onSelect, onFocus, focusable, shown, touch, acts } = props
  const { t, i18n } = useLingui()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const { status, word } = useConversionWords()(conversion)
  const expiry = useExpiry()(conversion)
  const id = conversion.conversion_id
  const { filename, family, file_count } = conversion
  const name = useSourceName()(filename, file_count)
  const has = (column: Column) => columns.includes(column)
  const bytes = (size: number) => formatBytes(size, i18n.locale)
  return (
    <Row
      family={family}
      selected={selected}
      aria-rowindex={index + 2}
      data-row={id}
      tabIndex={focusable ? 0 : -1}
      onFocus={() => {
        setFocused(true)
        onFocus(id)
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      aria-current={shown || undefined}
      className="h-full aria-current:not-aria-selected:bg-hover"
    >
      <Cell>
        <Checkbox
          label={t`Select ${name}`}
          checked={selected}
          onChange={(next, event) => onSelect(id, next, 'shiftKey' in event && event.shiftKey === true)}
        />
      </Cell>
      <Cell spine className={status === 'done' ? 'max-sm:col-span-2' : undefined}>
        <FamilyIcon family={family} small />
        <Link
          to={paths.conversion(id)}
          tabIndex={-1}
          aria-label={name}
          title={filename}
          className="flex min-w-0 hover:underline"
        >
          <FileName named name={filename} more={file_count - 1} />
        </Link>
      </Cell>
      {has('route') && (
        <Cell className="max-sm:row-start-2 max-sm:col-start-2 max-sm:ps-3">
          <ConversionRoute conversion={conversion} compact />
        </Cell>
      )}
      {has('by') && (
        <Cell faint className="flex min-w-0 text-small">
          <CreatorName id={conversion.created_by} />
        </Cell>
      )}
      {has('status') && (
        <Cell
          className={classNames(
            'max-sm:col-start-3 max-sm:row-start-2 max-sm:max-w-28 max-sm:text-end',
            // The motif's check mark already shows it.
            status === 'done' && 'max-sm:sr-only',
          )}
        >
          <StatusWord status={status} line>
            {word}
          </StatusWord>
        </Cell>
      )}
      {has('in') && <Cell end>{bytes(conversion.size_bytes)}</Cell>}
      {has('out') && <Cell end>{conversion.output ? bytes(conversion.output.size_bytes) : '–'}</Cell>}
      {has('quoted') && (
        <Cell end faint>
          {conversion.credits_quoted}
        </Cell>
      )}
      {has('charged') && (
        <Cell end className="font-medium">
          {conversion.credits_charged ?? <span className="font-regular text-ink-soft">{t`held`}</span>}
        </Cell>
      )}
      {has('time') && (
        // On phones it replaces a completed row's status, and the name has the first line.
        <Cell
          end
          faint
          className={classNames(
            'max-sm:col-start-3',
            status === 'done' ? 'max-sm:row-start-2' : 'max-sm:row-start-1',
          )}
        >
          {formatTime(new Date(conversion.created_at), { locale: i18n.locale })}
        </Cell>
      )}
      {has('expires') && (
        <Cell end className={expiry.soon ? 'font-medium text-warn' : 'text-ink-soft'}>
          {expiry.word}
        </Cell>
      )}
      {touch ? (
        <Cell end className="flex justify-end max-sm:col-start-4 max-sm:row-span-2 max-sm:row-start-1">
          <TouchActions conversion={conversion} name={name} {...acts} />
        </Cell>
      ) : (
        (hovered || focused) && (
          <Cell className="absolute inset-y-0 end-2 flex items-center bg-inherit ps-2 pe-1">
            <RowActions conversion={conversion} name={name} {...acts} />
          </Cell>
        )
      )}
    </Row>
  )
})
