import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { type EventType, useDeliveries, type Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { Coming, OfflineNote, Problem } from '../problems/index.ts'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { type DeliveryView, filtersOf, isFiltered, searchOf } from './delivery-view.ts'

const COLUMNS =
  'minmax(0,1.1fr) minmax(0,1.5fr) minmax(0,1fr) minmax(44px,0.35fr) minmax(56px,0.45fr) minmax(72px,0.65fr)'
/** The columns next to an open delivery. */
const COMPACT = 'minmax(0,0.8fr) minmax(0,1.3fr) minmax(0,0.7fr) minmax(96px,0.7fr)'
const NARROW = 'minmax(0,1fr) auto'

type DeliveriesProps = { webhook: Webhook; view: DeliveryView; types: readonly EventType[] }

/** The deliveries of a webhook in the last 30 days, newest first. */
export function Deliveries({ webhook, view, types }: DeliveriesProps) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const query = useDeliveries(webhook.webhook_id, filtersOf(view))
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const filtered = isFiltered(view)
  const compact = view.delivery !== null
  const change = (patch: Partial<DeliveryView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  return (
    <Panel title={t`Deliveries`} note={t`Last 30 days. Times shown in your local time zone.`} flush>
      <DeliveryFilters view={view} types={types} onChange={change} />
      <OfflineNote query={query} />
      {error && !data ? (
        <Problem error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Coming paused={query.isPaused} rows={6} />
      ) : data.rows.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-soft">
          {filtered ? (
            <>
              {t`No deliveries match these filters.`}{' '}
              <TextButton
                onClick={() => change({ status: null, type: null, since: null, until: null, q: '' })}
              >{t`Clear filters`}</TextButton>
            </>
          ) : (
            t`No deliveries yet. They appear here when an event occurs or when you send a test event.`
          )}
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go over the links in it
        <div onKeyDown={moveByKey}>
          <Table
            label={t`Deliveries`}
            columns={compact ? COMPACT : COLUMNS}
            narrow={NARROW}
            className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
          >
            <TableHead>
              <HeadCell>{t`Time`}</HeadCell>
              <HeadCell>{t`Event`}</HeadCell>
              <HeadCell>{t`Status`}</HeadCell>
              {!compact && <HeadCell end>{t`Attempts`}</HeadCell>}
              {!compact && <HeadCell end>{t`Duration`}</HeadCell>}
              <HeadCell end>{t`Next attempt`}</HeadCell>
            </TableHead>
            {data.rows.map((one) => (
              <DeliveryRow
                key={one.delivery_id}
                delivery={one}
                to={paths.webhook(webhook.webhook_id, searchOf({ ...view, delivery: one.delivery_id }))}
                compact={compact}
                selected={one.delivery_id === view.delivery}
              />
            ))}
          </Table>
          {hasNextPage && (
            <p className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-4 py-2.5">
              {isFetchNextPageError && <span role="alert">{t`More couldn’t be loaded.`}</span>}
              <Button
                size={28}
                working={isFetchingNextPage}
                verb={t`Loading`}
                onClick={() => void fetchNextPage()}
              >{t`Load earlier`}</Button>
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}

/** Up and down move between deliveries; elsewhere on the page these keys scroll. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.indexOf(event.target as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  links[at + step]?.focus()
}
