import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AdminOverview } from '../../api/admin.ts'
import { formatSeconds } from '../../lib/format-duration.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'

const COLUMNS = 'minmax(0,1fr) 72px 72px 80px 112px'
const NAMES: Record<string, MessageDescriptor> = {
  convert: msg`Conversions`,
  convert_long: msg`Long conversions`,
  convert_dead: msg`Conversions, given up`,
  message: msg`Messages`,
  message_dead: msg`Messages, given up`,
  webhook: msg`Webhook deliveries`,
}

/** Queued and running jobs. */
export function QueuesPanel({ queues }: { queues: AdminOverview['queues'] }) {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  return (
    <Panel title={t`Queues`} flush>
      <Table label={t`Queues`} columns={COLUMNS} narrow="repeat(4,minmax(0,1fr))">
        <TableHead>
          <HeadCell>{t`Queue`}</HeadCell>
          <HeadCell end>{t`Ready`}</HeadCell>
          <HeadCell end>{t`Active`}</HeadCell>
          <HeadCell end>{t`Deferred`}</HeadCell>
          <HeadCell end>{t`Oldest`}</HeadCell>
        </TableHead>
        {queues.map(({ queue, ready, active, deferred, oldest_seconds }) => {
          const name = NAMES[queue]
          return (
            <Row key={queue} className="last:border-0 max-sm:py-2">
              <Cell className="truncate max-sm:col-span-full max-sm:font-medium">
                {name ? i18n._(name) : queue}
              </Cell>
              <Figure label={t`Ready`}>{number(ready)}</Figure>
              <Figure label={t`Active`}>{number(active)}</Figure>
              <Figure label={t`Deferred`}>{number(deferred)}</Figure>
              <Figure label={t`Oldest`}>{oldest_seconds > 0 ? formatSeconds(oldest_seconds) : '–'}</Figure>
            </Row>
          )
        })}
      </Table>
    </Panel>
  )
}

/** On phones, where the table has no header, a figure has its label above. */
function Figure({ label, children }: { label: string; children: string }) {
  return (
    <Cell end className="max-sm:text-start">
      <span className="block text-small text-ink-soft sm:hidden">{label}</span>
      {children}
    </Cell>
  )
}
