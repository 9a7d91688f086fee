import { useLingui } from '@lingui/react/macro'
import { ScanTextIcon } from 'lucide-react'
import { useScanSessions } from '../../../../api/scan.ts'
import { useMore } from '../../../../api/scrolled.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { PageFrame } from '../../../../ui/page-frame.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { HeadCell, Table, TableHead } from '../../../../ui/table.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { useMay } from '../../../businesses/acting/index.ts'
import { Coming, OfflineNote, Problem } from '../../../problems/index.ts'
import { SessionRow } from './session-row.tsx'
import { useStart } from './start-button.tsx'

const COLUMNS = 'minmax(0,1.6fr) minmax(0,1fr) 64px 72px minmax(0,1fr) 148px'
const NARROW = 'minmax(0,1fr) auto'

/** The sessions of the last 30 days: open ones are continued, closed ones lead to their PDF. */
export function Sessions() {
  const { t } = useLingui()
  const sessions = useScanSessions()
  const { data, error, refetch, isPaused } = sessions
  const { more, onMore } = useMore(sessions)
  return (
    <PageFrame>
      <OfflineNote query={sessions} />
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Panel title={t`Scan sessions`} flush>
          <Coming paused={isPaused} rows={3} />
        </Panel>
      ) : data.rows.length === 0 ? (
        <NoSessions />
      ) : (
        <>
          <Table
            label={t`Scan sessions`}
            columns={COLUMNS}
            narrow={NARROW}
            className="rounded-sheet border border-line-strong bg-surface [&>*:first-child]:rounded-t-sheet [&>*:last-child]:rounded-b-sheet [&>*:last-child]:border-b-0"
          >
            <TableHead>
              <HeadCell>{t`Session`}</HeadCell>
              <HeadCell>{t`Status`}</HeadCell>
              <HeadCell end>{t`Pages`}</HeadCell>
              <HeadCell end>{t`Phones`}</HeadCell>
              <HeadCell>
                <span className="ps-4">{t`Started`}</span>
              </HeadCell>
              <HeadCell>
                <span className="sr-only">{t`Actions`}</span>
              </HeadCell>
            </TableHead>
            {data.rows.map((one) => (
              <SessionRow key={one.session_id} session={one} />
            ))}
          </Table>
          <p className="text-small text-ink-soft">
            {more ? (
              <TextButton onClick={onMore}>{t`Show more`}</TextButton>
            ) : (
              t`Sessions from the last 30 days. Photos are deleted when a session ends.`
            )}
          </p>
        </>
      )}
    </PageFrame>
  )
}

function NoSessions() {
  const { t } = useLingui()
  const may = useMay()
  const { start } = useStart()
  return (
    <Panel>
      <Empty
        icon={ScanTextIcon}
        title={t`Scan paper with a phone`}
        {...(may('convert:write') && { action: { label: t`Start scanning`, onClick: start } })}
      >
        {t`Take photos of pages with a phone, adjust them here, and create one searchable PDF.`}
      </Empty>
    </Panel>
  )
}
