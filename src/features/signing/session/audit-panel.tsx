import { useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { Suspense } from 'react'
import { type AuditLog, type SigningSession, useAuditLog } from '../../../api/signing.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { downloadText } from '../../../lib/start-download.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { HeadCell, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { ObjectDeliveries } from '../../webhooks/index.ts'
import { AuditLine } from './audit-line.tsx'
import { logCsv, logJson } from './log-files.ts'

const COLUMNS = 'minmax(0,1.4fr) minmax(0,1.4fr) minmax(0,1.1fr) minmax(0,1fr) 104px'
const NARROW = 'minmax(0,1fr) auto'

/** All events in order, and whether the log is intact. */
export function AuditPanel({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const log = useAuditLog(session.id, session.updated_at)
  const { data } = log
  return (
    <Panel
      title={t`Audit log`}
      {...(data && { note: formatNumber(data.rows.length, i18n.locale) })}
      actions={data && <Export session={session} log={data} />}
      flush
    >
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming paused={log.isPaused} rows={4} />
      ) : (
        <>
          <Chain log={data} />
          <Table label={t`Audit log`} columns={COLUMNS} narrow={NARROW}>
            <TableHead>
              <HeadCell>{t`Event`}</HeadCell>
              <HeadCell>{t`Actor`}</HeadCell>
              <HeadCell>{t`When`}</HeadCell>
              <HeadCell>{t`Device and IP`}</HeadCell>
              <HeadCell end>{t`Hash`}</HeadCell>
            </TableHead>
            {data.rows.map((row) => (
              <AuditLine key={row.number} row={row} broken={row.number === data.first_broken} />
            ))}
          </Table>
          <Suspense fallback={null}>
            <ObjectDeliveries
              objectId={session.id}
              version={session.updated_at}
              frame={(lines) => (
                <section className="px-4 py-3">
                  <h3 className="font-medium">{t`Webhooks`}</h3>
                  {lines}
                </section>
              )}
            />
          </Suspense>
        </>
      )}
    </Panel>
  )
}

/** Each row contains the hash of the previous one, which reveals changed rows. */
function Chain({ log: { intact, first_broken } }: { log: AuditLog }) {
  const { t } = useLingui()
  return (
    <p className="border-b border-line px-4 py-2.5">
      <StatusWord status={intact ? 'verified' : 'failed'}>
        {intact
          ? t`Audit log verified: no entry changed or missing.`
          : t`Entry ${first_broken} was changed. Later entries can’t be verified.`}
      </StatusWord>
    </p>
  )
}

function Export({ session, log }: { session: SigningSession; log: AuditLog }) {
  const { t } = useLingui()
  const name = `signing-log-${session.id}`
  return (
    <Menu
      align="end"
      trigger={
        <Button size={28} icon={DownloadIcon}>
          {t`Export`}
        </Button>
      }
      entries={[
        {
          label: t`As JSON`,
          onSelect: () => downloadText(`${name}.json`, logJson(session.id, log), 'application/json'),
        },
        { label: t`As CSV`, onSelect: () => downloadText(`${name}.csv`, logCsv(log)) },
      ]}
    />
  )
}
