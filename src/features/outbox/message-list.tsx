import { useLingui } from '@lingui/react/macro'
import { MailIcon, MessageSquareIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { OutboxMessage } from '../../api/access.ts'
import { formatMomentLine } from '../../lib/format-date.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { STATE_WORDS } from './state-labels.ts'

const COLUMNS = '16px minmax(0,1.2fr) minmax(0,1.8fr) minmax(0,1.4fr) minmax(0,0.8fr)'
const NARROW = '16px minmax(0,1fr) auto'

/** Newest first; only visible rows are mounted. */
export function MessageList({
  messages,
  onMore,
}: {
  messages: readonly OutboxMessage[]
  onMore: () => void
}) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const height = phone ? 60 : 36
  return (
    <Table
      label={t`Outbox`}
      columns={COLUMNS}
      narrow={NARROW}
      inset={24}
      className="flex min-h-0 max-w-page flex-1 flex-col"
    >
      <TableHead>
        <HeadCell>
          <span className="sr-only">{t`Type`}</span>
        </HeadCell>
        <HeadCell>{t`To`}</HeadCell>
        <HeadCell>{t`Subject`}</HeadCell>
        <HeadCell>{t`Status`}</HeadCell>
        <HeadCell>{t`Created`}</HeadCell>
      </TableHead>
      <VirtualList
        rows
        label={t`Messages`}
        className="min-h-0 flex-1"
        items={messages}
        keyOf={({ id }) => id}
        heightOf={() => height}
        onNearEnd={onMore}
      >
        {(message) => <MessageRow message={message} height={height} />}
      </VirtualList>
    </Table>
  )
}

function MessageRow({ message, height }: { message: OutboxMessage; height: number }) {
  const { t, i18n } = useLingui()
  const { id, kind, to, subject, text, state, error, created_at } = message
  const Icon = kind === 'mail' ? MailIcon : MessageSquareIcon
  const { word, tone } = STATE_WORDS[state]
  return (
    <Row className="overflow-hidden max-sm:content-center max-sm:gap-y-0.5" style={{ height }}>
      <Cell>
        <Icon
          role="img"
          aria-label={kind === 'mail' ? t`E-mail` : t`Text message`}
          className="text-ink-soft"
        />
      </Cell>
      <Cell
        className="truncate max-sm:order-3 max-sm:col-start-2 max-sm:text-small max-sm:text-ink-soft"
        translate="no"
      >
        {to}
      </Cell>
      <Cell className="truncate max-sm:order-1" translate="no">
        <Link className="hover:underline" to={paths.outbox({ message: id })}>
          {subject || text.split('\n')[0] || to}
        </Link>
      </Cell>
      <Cell className="flex items-center gap-2 max-sm:order-2">
        <Badge tone={tone}>{i18n._(word)}</Badge>
        {error && (
          <span className="truncate text-small text-bad max-sm:hidden" translate="no" title={error}>
            {error}
          </span>
        )}
      </Cell>
      <Cell faint className="truncate max-sm:order-4 max-sm:text-small">
        {formatMomentLine(new Date(created_at), { locale: i18n.locale })}
      </Cell>
    </Row>
  )
}
