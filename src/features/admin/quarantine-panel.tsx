import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type QuarantinedFile, useQuarantine } from '../../api/admin-acts.ts'
import { useMore } from '../../api/scrolled.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { OwnerName } from './owner-name.tsx'
import { QuarantineForm } from './quarantine-form.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

const COLUMNS = 'minmax(0,1fr) minmax(0,0.7fr) minmax(0,1fr) 96px 88px'
const NARROW = 'minmax(0,1fr) auto'

/** Files in quarantine, which nobody can open, and a form that adds one by id. */
export function QuarantinePanel() {
  const { t } = useLingui()
  const list = useQuarantine()
  const more = useMore(list)
  const { data } = list
  const [releasing, setReleasing] = useState<QuarantinedFile | null>(null)
  return (
    <Panel
      title={t`Quarantine`}
      actions={<QuarantineForm />}
      flush
      {...(more.more && { foot: <Button onClick={more.onMore}>{t`Show more`}</Button> })}
    >
      {data ? (
        data.rows.length > 0 ? (
          <Table label={t`Quarantine`} columns={COLUMNS} narrow={NARROW}>
            <TableHead>
              <HeadCell>{t`File`}</HeadCell>
              <HeadCell>{t`Account`}</HeadCell>
              <HeadCell>{t`Reason`}</HeadCell>
              <HeadCell>{t`Since`}</HeadCell>
              <HeadCell>
                <span className="sr-only">{t`Actions`}</span>
              </HeadCell>
            </TableHead>
            {data.rows.map((file) => (
              <QuarantineRow key={file.quarantine_id} file={file} onRelease={() => setReleasing(file)} />
            ))}
          </Table>
        ) : (
          <p className="p-4 text-ink-soft">{t`No files in quarantine.`}</p>
        )
      ) : list.error ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Coming paused={list.isPaused} rows={2} />
      )}
      {releasing && (
        <ReleaseDialog
          id={releasing.quarantine_id}
          name={releasing.file_name}
          onClose={() => setReleasing(null)}
        />
      )}
    </Panel>
  )
}

function QuarantineRow({ file, onRelease }: { file: QuarantinedFile; onRelease: () => void }) {
  const { t, i18n } = useLingui()
  const { file_name, size_bytes, owner, reason, created_at } = file
  return (
    <Row size="settings" className="last:border-0 max-sm:py-2">
      <Cell className="truncate" title={file_name}>
        <span translate="no">{file_name}</span>{' '}
        <span className="text-small text-ink-soft">{formatBytes(size_bytes, i18n.locale)}</span>
      </Cell>
      <Cell className="truncate max-sm:order-3">
        <OwnerName owner={owner} />
      </Cell>
      <Cell faint translate="no" className="truncate max-sm:order-4 max-sm:col-span-2" title={reason}>
        {reason}
      </Cell>
      <Cell faint className="max-sm:order-3 max-sm:text-end max-sm:text-small">
        {formatDate(new Date(created_at), { locale: i18n.locale })}
      </Cell>
      <Cell end>
        <Button size={24} onClick={onRelease} aria-label={t`Release ${file_name}`}>
          {t`Release`}
        </Button>
      </Cell>
    </Row>
  )
}
