import { useLingui } from '@lingui/react/macro'
import { BookOpenIcon, DownloadIcon, EyeIcon, LockIcon, type LucideIcon } from 'lucide-react'
import { type ShareEvent, useShareEvents } from '../../../api/shares.ts'
import { formatMomentLine } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { Coming, Problem } from '../../problems/index.ts'

const COLUMNS = 'minmax(0,1.2fr) minmax(0,1fr) minmax(0,1.6fr) minmax(0,1.4fr)'
/** What and when first, then who and from where. */
const NARROW = 'minmax(0,1fr) auto'

/** Views and downloads, newest first. */
export function EventLog({ id }: { id: string }) {
  const { t } = useLingui()
  const log = useShareEvents(id)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log
  return (
    <Panel
      title={t`Views and downloads`}
      note={data && data.rows.length > 0 && t`Times shown in your local time zone.`}
      flush
    >
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming paused={log.isPaused} rows={3} />
      ) : data.rows.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">
          {t`No views or downloads yet. They appear here with time, device and IP address.`}
        </p>
      ) : (
        <>
          <Table
            label={t`Views and downloads`}
            columns={COLUMNS}
            narrow={NARROW}
            className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
          >
            <TableHead>
              <HeadCell>{t`Event`}</HeadCell>
              <HeadCell>{t`When`}</HeadCell>
              <HeadCell>{t`E-mail`}</HeadCell>
              <HeadCell>{t`Device and IP`}</HeadCell>
            </TableHead>
            {data.rows.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </Table>
          {hasNextPage && (
            <p className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-4 py-2.5">
              {isFetchNextPageError && <span role="alert">{t`More entries could not be loaded.`}</span>}
              <Button
                size={28}
                working={isFetchingNextPage}
                verb={t`Loading`}
                onClick={() => void fetchNextPage()}
              >{t`Load more`}</Button>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

const ICONS: Record<ShareEvent['kind'], LucideIcon> = {
  viewed: EyeIcon,
  read: BookOpenIcon,
  downloaded: DownloadIcon,
  password_wrong: LockIcon,
}

function EventRow({ event }: { event: ShareEvent }) {
  const { t, i18n } = useLingui()
  const { kind, at, email, email_confirmed, device, address } = event
  const words: Record<ShareEvent['kind'], string> = {
    viewed: t`Viewed`,
    read: t`Read`,
    downloaded: t`Downloaded`,
    password_wrong: t`Wrong password`,
  }
  const Icon = ICONS[kind]
  const bad = kind === 'password_wrong'
  return (
    <Row size="settings" className="py-1.5 max-sm:gap-y-0.5">
      <Cell className="flex items-center gap-2">
        <Icon className={bad ? 'text-bad' : 'text-ink-soft'} />
        <span
          className={bad ? 'text-bad' : kind === 'downloaded' || kind === 'read' ? 'font-medium' : undefined}
        >
          {words[kind]}
        </span>
      </Cell>
      <Cell faint className="max-sm:text-end max-sm:text-small">
        <time dateTime={at}>{formatMomentLine(new Date(at), { locale: i18n.locale })}</time>
      </Cell>
      <Cell className="flex min-w-0 flex-wrap items-center gap-x-2 max-sm:col-span-2 max-sm:ps-6 max-sm:empty:hidden">
        {email ? (
          <>
            <span className="min-w-0 wrap-anywhere" translate="no">
              {email}
            </span>
            <Badge tone={email_confirmed ? 'ok' : 'plain'}>
              {email_confirmed ? t`Verified` : t`Not verified`}
            </Badge>
          </>
        ) : (
          <span className="text-ink-soft max-sm:hidden">–</span>
        )}
      </Cell>
      <Cell
        faint
        translate="no"
        className="flex flex-wrap gap-x-3 text-small max-sm:col-span-2 max-sm:ps-6 sm:flex-col"
      >
        <span>{device}</span>
        <span className="mono wrap-anywhere">{address}</span>
      </Cell>
    </Row>
  )
}
