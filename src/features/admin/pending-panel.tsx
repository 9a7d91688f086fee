import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type PendingConversion, useCancelConversionOf, usePendingConversions } from '../../api/admin-acts.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatMomentLine } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { UUID } from '../../lib/uuid.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { OwnerName } from './owner-name.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const COLUMNS = '7rem minmax(0,0.7fr) minmax(0,1.3fr) 64px 108px 72px'
const NARROW = 'minmax(0,1fr) auto'

/** The oldest queued or running conversions of all accounts, or the one with an id. */
export function PendingPanel() {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const isId = UUID.test(wanted)
  const { data } = usePendingConversions(isId ? wanted : undefined)
  const [chosen, setChosen] = useState<PendingConversion | null>(null)
  if (!data) return null
  const count = formatNumber(data.count, i18n.locale)
  return (
    <Panel
      title={t`Pending conversions`}
      note={data.count_exact ? count : t`More than ${count}`}
      actions={
        <span className="w-full sm:w-72">
          <SearchInput
            label={t`Search pending conversions`}
            placeholder={t`Conversion ID`}
            maxLength={100}
            value={typed}
            onChange={setTyped}
          />
        </span>
      }
      flush
    >
      {wanted !== '' && !isId ? (
        <p className="p-4 text-ink-soft">{t`Enter the complete ID of a conversion.`}</p>
      ) : data.results.length === 0 ? (
        <p className="p-4 text-ink-soft">
          {isId ? t`No pending conversion has this ID.` : t`No conversion waits or runs.`}
        </p>
      ) : (
        <Table label={t`Pending conversions`} columns={COLUMNS} narrow={NARROW}>
          <TableHead>
            <HeadCell>{t`Submitted`}</HeadCell>
            <HeadCell>{t`Account`}</HeadCell>
            <HeadCell>{t`Conversion`}</HeadCell>
            <HeadCell end>{t`Size`}</HeadCell>
            <HeadCell>{t`Status`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
          {data.results.map((conversion) => (
            <PendingRow
              key={conversion.conversion_id}
              conversion={conversion}
              onCancel={() => setChosen(conversion)}
            />
          ))}
        </Table>
      )}
      {chosen && <CancelDialog conversion={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

function PendingRow({ conversion, onCancel }: { conversion: PendingConversion; onCancel: () => void }) {
  const { t, i18n } = useLingui()
  const { conversion_id, owner, operation, source_format, target_format, size_bytes, started_at } = conversion
  const what = `${operation} ${source_format} → ${target_format}`
  const id = conversion_id.slice(0, 8)
  return (
    <Row size="settings" className="last:border-0 max-sm:py-2">
      <Cell faint className="truncate max-sm:order-3 max-sm:text-small">
        {formatMomentLine(new Date(conversion.created_at), { locale: i18n.locale })}
      </Cell>
      <Cell className="truncate max-sm:order-1">
        <OwnerName owner={owner} />
      </Cell>
      <Cell translate="no" className="truncate max-sm:order-4" title={conversion_id}>
        {what}
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatBytes(size_bytes, i18n.locale)}
      </Cell>
      <Cell className="max-sm:order-2 max-sm:justify-self-end">
        <Badge tone={started_at ? 'accent' : 'plain'}>{started_at ? t`Converting` : t`Queued`}</Badge>
      </Cell>
      <Cell end className="max-sm:order-5">
        <Button size={24} variant="danger" onClick={onCancel} aria-label={t`Cancel conversion ${id}`}>
          {t`Cancel`}
        </Button>
      </Cell>
    </Row>
  )
}

function CancelDialog({ conversion, onClose }: { conversion: PendingConversion; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Cancel this conversion?`}
      description={t`The conversion ends as cancelled, and nothing is charged.`}
      help={t`Shown to the owner and kept in the audit log.`}
      act={useCancelConversionOf(conversion.conversion_id)}
      button={t`Cancel conversion`}
      verb={t`Cancelling`}
      done={t`Conversion cancelled`}
      danger
      onClose={onClose}
    />
  )
}
