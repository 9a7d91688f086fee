import { useLingui } from '@lingui/react/macro'
import { CircleAlertIcon, CircleCheckIcon, DownloadIcon } from 'lucide-react'
import { type AuditRow, type SigningSession, useAuditLog } from '../../api/signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { downloadText } from '../../lib/start-download.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { useEventWords } from './event-words.ts'

const COLUMNS = '2.5rem minmax(0,1.5fr) minmax(0,1.2fr) minmax(0,1.3fr)'
const NARROW = '2rem minmax(0,1fr)'

/** Everything that happened, each row with the hash of the one before, and whether they still are what they were. */
export function AuditPanel({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const log = useAuditLog(session.id, session.updated_at)
  const { data } = log
  return (
    <Panel
      title={t`Log`}
      note={data && <Intact intact={data.intact} broken={data.first_broken} />}
      actions={
        data && (
          <Button
            size={28}
            icon={DownloadIcon}
            onClick={() =>
              downloadText(`${session.title} log.json`, JSON.stringify(data, null, 2), 'application/json')
            }
          >
            {t`Export`}
          </Button>
        )
      }
      flush
    >
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming paused={log.isPaused} rows={4} />
      ) : (
        <Table
          label={t`Log`}
          columns={COLUMNS}
          narrow={NARROW}
          className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
        >
          <TableHead>
            <HeadCell>{t`No.`}</HeadCell>
            <HeadCell>{t`What`}</HeadCell>
            <HeadCell>{t`Who`}</HeadCell>
            <HeadCell>{t`Address and device`}</HeadCell>
          </TableHead>
          {data.rows.map((row) => (
            <LogRow key={row.number} row={row} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Intact({ intact, broken }: { intact: boolean; broken: number | null }) {
  const { t } = useLingui()
  return intact ? (
    <span className="inline-flex items-center gap-1.5">
      <CircleCheckIcon className="size-3.5 text-ok" />
      {t`Nothing in it was changed`}
    </span>
  ) : (
    <span role="alert" className="inline-flex items-center gap-1.5 font-medium text-bad">
      <CircleAlertIcon className="size-3.5" />
      {t`Changed from row ${broken ?? 1} on`}
    </span>
  )
}

function LogRow({ row }: { row: AuditRow }) {
  const { t, i18n } = useLingui()
  const says = useEventWords()
  const { number, at, who, ip, device, hash } = row
  // The page's own zone, by its name: what a log says has to hold elsewhere as well.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Row size="settings" className="py-2 max-sm:gap-y-0.5">
      <Cell faint className="mono text-small max-sm:row-span-3">
        {number}
      </Cell>
      <Cell>
        <span className="block wrap-anywhere">{says(row)}</span>
        <time dateTime={at} title={at} className="block text-small text-ink-soft">
          {t`${formatDateTime(new Date(at), { locale: i18n.locale })} ${zone}`}
        </time>
      </Cell>
      <Cell className="wrap-anywhere" translate="no">
        {who}
      </Cell>
      <Cell faint className="text-small" translate="no">
        {ip && <span className="mono block wrap-anywhere">{ip}</span>}
        {device && <span className="block">{device}</span>}
        <span className="mono block select-all" title={hash}>
          {hash.slice(0, 16)}
        </span>
      </Cell>
    </Row>
  )
}
