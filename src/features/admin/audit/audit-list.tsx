import { useLingui } from '@lingui/react/macro'
import type { AdminEvent } from '../../../api/admin-acts.ts'
import { formatMomentLine } from '../../../lib/format-date.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { ListTable } from '../../../ui/list-table.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../ui/table.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { ACT_WORDS } from './act-labels.ts'

const COLUMNS =
  'minmax(7rem,0.7fr) minmax(8.5rem,1fr) minmax(0,0.7fr) minmax(0,0.9fr) minmax(0,1.6fr) minmax(6.5rem,0.6fr)'
const NARROW = 'minmax(0,1fr) auto'

/** Details that do not fit in a line. */
const IDS: ReadonlySet<string> = new Set(['sha256', 'quarantine_id'])
const inWords = ([name, value]: [string, string]) => `${name}: ${value}`

/** The previous value before the new one, whatever the server's order. */
const inOrder = (detail: Record<string, string>) =>
  Object.entries(detail).sort(([a], [b]) => Number(b === 'from') - Number(a === 'from'))

type AuditListProps = {
  events: readonly AdminEvent[]
  count: number
  exact: boolean
  onMore: () => void
  onAccount: (id: string) => void
  onAdministrator: (id: string) => void
}

/** One line per action; on phones what, to whom, why, and by whom are stacked. */
export function AuditList({ events, count, exact, onMore, ...narrow }: AuditListProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const height = phone ? 84 : 44
  return (
    <ListTable
      label={t`Audit log`}
      rowsLabel={t`Entries`}
      columns={COLUMNS}
      narrow={NARROW}
      count={count}
      exact={exact}
      head={
        <TableHead>
          <HeadCell>{t`When`}</HeadCell>
          <HeadCell>{t`Action`}</HeadCell>
          <HeadCell>{t`Administrator`}</HeadCell>
          <HeadCell>{t`Account`}</HeadCell>
          <HeadCell>{t`Details`}</HeadCell>
          <HeadCell>{t`IP address`}</HeadCell>
        </TableHead>
      }
      items={events}
      keyOf={({ id }) => id}
      heightOf={() => height}
      onNearEnd={onMore}
    >
      {(event, index) => <AuditRow event={event} index={index} height={height} {...narrow} />}
    </ListTable>
  )
}

type AuditRowProps = Pick<AuditListProps, 'onAccount' | 'onAdministrator'> & {
  event: AdminEvent
  index: number
  height: number
}

function AuditRow({ event, index, height, onAccount, onAdministrator }: AuditRowProps) {
  const { t, i18n } = useLingui()
  const { act, at, administrator, account, target, reason, detail, address } = event
  const facts = inOrder(detail)
  const line = [target, reason, ...facts.filter(([name]) => !IDS.has(name)).map(inWords)].filter(Boolean)
  const details = line.join(', ')
  const whole = [target, reason, ...facts.map(inWords)].filter(Boolean).join('\n')
  return (
    <Row aria-rowindex={index + 2} style={{ height }} className="max-sm:content-center max-sm:gap-y-0.5">
      <Cell faint className="truncate max-sm:col-start-2 max-sm:text-small">
        <time dateTime={at}>{formatMomentLine(new Date(at), { locale: i18n.locale })}</time>
      </Cell>
      <Cell className="truncate font-medium max-sm:col-start-1 max-sm:row-start-1">
        {i18n._(ACT_WORDS[act])}
      </Cell>
      <Cell translate="no" className="truncate max-sm:col-start-2 max-sm:row-start-2 max-sm:text-small">
        <TextButton onClick={() => onAdministrator(administrator.user_id)}>{administrator.name}</TextButton>
      </Cell>
      <Cell
        translate="no"
        className="truncate max-sm:col-start-1 max-sm:row-start-2 max-sm:text-small"
        title={account?.name}
      >
        {account ? (
          <TextButton onClick={() => onAccount(account.account_id)}>{account.name || t`Visitor`}</TextButton>
        ) : (
          '–'
        )}
      </Cell>
      <Cell
        faint
        translate="no"
        className="truncate max-sm:col-start-1 max-sm:row-start-3 max-sm:text-small"
        title={whole}
      >
        {details || '–'}
      </Cell>
      <Cell faint translate="no" className="mono truncate text-small max-sm:col-start-2 max-sm:row-start-3">
        {address}
      </Cell>
    </Row>
  )
}
