import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Account, type AccountFile, useAccountFiles } from '../../../api/admin-acts.ts'
import { useMore } from '../../../api/scrolled.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { QuarantineDialog } from '../quarantine-dialog.tsx'
import { ReleaseDialog } from '../release-dialog.tsx'

const COLUMNS = 'minmax(0,1fr) 88px 96px 116px'
const NARROW = 'minmax(0,1fr) auto'

/**
 * Names and sizes of an account's stored files, which an administrator can quarantine but not open.
 */
export function AccountFilesPanel({ account }: { account: Account }) {
  const { t } = useLingui()
  const list = useAccountFiles(account.account_id)
  const more = useMore(list)
  const { data } = list
  const [chosen, setChosen] = useState<AccountFile | null>(null)
  const close = () => setChosen(null)
  return (
    <Panel
      title={t`Stored files`}
      note={t`Administrators can’t open them`}
      flush
      {...(more.more && { foot: <Button onClick={more.onMore}>{t`Show more`}</Button> })}
    >
      {data ? (
        data.rows.length > 0 ? (
          <Table label={t`Stored files`} columns={COLUMNS} narrow={NARROW}>
            <TableHead>
              <HeadCell>{t`Name`}</HeadCell>
              <HeadCell end>{t`Size`}</HeadCell>
              <HeadCell>{t`Stored`}</HeadCell>
              <HeadCell>
                <span className="sr-only">{t`Actions`}</span>
              </HeadCell>
            </TableHead>
            {data.rows.map((file) => (
              <FileRow key={file.file_id} file={file} onAct={() => setChosen(file)} />
            ))}
          </Table>
        ) : (
          <p className="p-4 text-ink-soft">{t`No stored files.`}</p>
        )
      ) : list.error ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Coming paused={list.isPaused} rows={4} />
      )}
      {chosen && chosen.quarantine_id === null && (
        <QuarantineDialog file={{ file_id: chosen.file_id }} name={chosen.file_name} onClose={close} />
      )}
      {chosen?.quarantine_id && (
        <ReleaseDialog id={chosen.quarantine_id} name={chosen.file_name} onClose={close} />
      )}
    </Panel>
  )
}

function FileRow({ file, onAct }: { file: AccountFile; onAct: () => void }) {
  const { t, i18n } = useLingui()
  const { file_name, size_bytes, created_at, quarantine_id } = file
  return (
    <Row size="settings" className="last:border-0 max-sm:py-2">
      <Cell className="flex min-w-0 items-center gap-2">
        <span translate="no" className="truncate" title={file_name}>
          {file_name}
        </span>
        {quarantine_id && (
          <span className="flex-none">
            <Badge tone="bad">{t`In quarantine`}</Badge>
          </span>
        )}
      </Cell>
      <Cell end>{formatBytes(size_bytes, i18n.locale)}</Cell>
      <Cell faint className="max-sm:text-small">
        {formatDate(new Date(created_at), { locale: i18n.locale })}
      </Cell>
      <Cell end>
        {quarantine_id ? (
          <Button size={24} onClick={onAct} aria-label={t`Release ${file_name}`}>
            {t`Release`}
          </Button>
        ) : (
          <Button size={24} variant="danger" onClick={onAct} aria-label={t`Quarantine ${file_name}`}>
            {t`Quarantine`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
