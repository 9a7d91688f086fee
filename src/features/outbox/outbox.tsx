import { useLingui } from '@lingui/react/macro'
import { MailsIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOutbox } from '../../api/access.ts'
import { useMore } from '../../api/scrolled.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { ListFoot } from '../../ui/list-foot.tsx'
import { MoreLost } from '../../ui/more-foot.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { MessageList } from './message-list.tsx'

const MessageDialog = lazy(() => import('./message-dialog.tsx'))

/** E-mails and text messages of the last days, for administrators. */
export function Outbox() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const outbox = useOutbox()
  const { data } = outbox
  const { onMore, onRetry } = useMore(outbox)
  const open = data?.rows.find(({ id }) => id === search.get('message'))
  /** The newest message of a kind shows whether a service is configured. */
  const isKept = (wanted: 'mail' | 'sms') => data?.rows.find(({ kind }) => kind === wanted)?.state === 'kept'
  const notes = [
    isKept('mail') && t`No mail server is configured. E-mails are kept here and in the data folder.`,
    isKept('sms') && t`No text message service is configured. Messages are kept here and in the data folder.`,
  ].filter(Boolean)

  if (outbox.error && !data) return <Problem error={outbox.error} onRetry={() => void outbox.refetch()} />
  if (!data) return <Coming page paused={outbox.isPaused} rows={8} />
  if (data.rows.length === 0)
    return (
      <Empty
        icon={MailsIcon}
        title={t`No messages yet`}
        action={{ label: t`Go to Security`, render: <Link to={paths.security()} /> }}
      >
        {t`Codes, links and notifications from the last days appear here, with their status.`}
      </Empty>
    )
  return (
    <>
      {notes.length > 0 && (
        <p className="border-b border-line-strong bg-sunk px-4 py-2 text-small md:ps-6 md:pe-5">
          {notes.join(' ')}
        </p>
      )}
      <MessageList messages={data.rows} onMore={onMore} />
      {onRetry && (
        <ListFoot>
          <MoreLost onRetry={onRetry} />
        </ListFoot>
      )}
      <Suspense>
        {open && <MessageDialog message={open} onClose={() => setSearch({}, { replace: true })} />}
      </Suspense>
    </>
  )
}
