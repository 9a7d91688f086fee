import { useLingui } from '@lingui/react/macro'
import type { BusinessEvent } from '../../../../api/businesses.ts'
import { formatMomentLine } from '../../../../lib/format-date.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { ListTable } from '../../../../ui/list-table.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../../ui/table.tsx'
import { AUDIT_WORDS } from './audit-labels.ts'
import { changeText } from './change-text.ts'
import { useChangeLabels } from './use-change-labels.ts'

const COLUMNS = 'minmax(5.5rem,0.7fr) minmax(8.5rem,1fr) minmax(0,0.9fr) minmax(0,1.1fr) minmax(0,1.9fr)'
const NARROW = 'minmax(0,1fr) auto'

type AuditListProps = {
  events: readonly BusinessEvent[]
  count: number
  exact: boolean
  onMore: () => void
}

/** One line per event; on phones what, whom, by whom and the change are stacked. */
export function AuditList({ events, count, exact, onMore }: AuditListProps) {
  const { t, i18n } = useLingui()
  const words = useChangeLabels()
  const phone = useMedia('(max-width: 39.99rem)')
  const height = phone ? 84 : 44
  return (
    <ListTable
      label={t`Audit log`}
      rowsLabel={t`Events`}
      columns={COLUMNS}
      narrow={NARROW}
      count={count}
      exact={exact}
      head={
        <TableHead>
          <HeadCell>{t`When`}</HeadCell>
          <HeadCell>{t`Event`}</HeadCell>
          <HeadCell>{t`Actor`}</HeadCell>
          <HeadCell>{t`Subject`}</HeadCell>
          <HeadCell>{t`Change`}</HeadCell>
        </TableHead>
      }
      items={events}
      keyOf={({ id }) => id}
      heightOf={() => height}
      onNearEnd={onMore}
    >
      {(event, index) => {
        const { kind, at, actor, target, reason, address } = event
        const change = changeText(event, words)
        const details = [change ? reason?.replace(/\.$/, '') : reason, change].filter(Boolean).join('. ')
        return (
          <Row
            aria-rowindex={index + 2}
            style={{ height }}
            className="max-sm:content-center max-sm:gap-y-0.5"
          >
            <Cell faint className="truncate max-sm:col-start-2 max-sm:text-small">
              <time dateTime={at}>{formatMomentLine(new Date(at), { locale: i18n.locale })}</time>
            </Cell>
            <Cell className="truncate font-medium max-sm:col-start-1 max-sm:row-start-1">
              {i18n._(AUDIT_WORDS[kind])}
            </Cell>
            <Cell
              translate="no"
              className="truncate max-sm:col-span-2 max-sm:text-small"
              title={address ? `${actor.name}, ${address}` : actor.name}
            >
              {actor.name}
              <span className="text-ink-soft sm:hidden">{target && ` → ${target}`}</span>
            </Cell>
            <Cell translate="no" className="truncate max-sm:hidden" title={target ?? ''}>
              {target ?? '–'}
            </Cell>
            <Cell faint className="truncate max-sm:col-span-2 max-sm:text-small" title={details}>
              {details || '–'}
            </Cell>
          </Row>
        )
      }}
    </ListTable>
  )
}
