import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PlusIcon, SearchXIcon, WebhookIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { MOST_WEBHOOKS, useWebhooks } from '../../api/webhooks.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { HeadCell, Table, TableHead } from '../../ui/table.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { Coming, Problem } from '../problems/index.ts'
import { Sums } from './sums.tsx'
import { matches, parseView } from './view.ts'
import { WebhookFilters } from './webhook-filters.tsx'
import { WebhookRow } from './webhook-row.tsx'

const COLUMNS = '92px minmax(0,1.3fr) minmax(0,1.1fr) 132px 80px 68px minmax(0,0.8fr) minmax(28px,auto)'
/** Without the median and the last failure, which the page of the webhook has. */
const MEDIUM = '92px minmax(0,1.3fr) minmax(0,1fr) 132px 80px minmax(28px,auto)'
const NARROW = 'minmax(0,1fr) auto'

/** All webhooks of the account, with how their deliveries went in the last 24 hours. */
export function Webhooks() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isPaused } = useWebhooks()
  const wide = useMedia('(min-width: 72rem)')
  const view = parseView(search)
  const all = data?.results ?? []
  const rows = all.filter((one) => matches(one, view))
  return (
    <PageFrame>
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Panel title={t`Webhooks`} flush>
          <Coming paused={isPaused} rows={4} />
        </Panel>
      ) : all.length === 0 ? (
        <NoWebhooks />
      ) : (
        <>
          <Sums webhooks={all} />
          <WebhookFilters view={view} webhooks={all} />
          {rows.length === 0 ? (
            <Panel>
              <Empty
                icon={SearchXIcon}
                title={t`No matches`}
                action={{ label: t`Clear filters`, onClick: () => setSearch({}, { replace: true }) }}
              >
                {t`No webhooks match this search or status.`}
              </Empty>
            </Panel>
          ) : (
            <Table
              label={t`Webhooks`}
              columns={wide ? COLUMNS : MEDIUM}
              narrow={NARROW}
              className="rounded-sheet border border-line-strong bg-surface [&>*:first-child]:rounded-t-sheet [&>*:last-child]:rounded-b-sheet [&>*:last-child]:border-b-0"
            >
              <TableHead>
                <HeadCell>{t`Status`}</HeadCell>
                <HeadCell>{t`URL`}</HeadCell>
                <HeadCell>{t`Events`}</HeadCell>
                <HeadCell>{t`Last 24 hours`}</HeadCell>
                <HeadCell end>{t`Delivered`}</HeadCell>
                {wide && (
                  <HeadCell end>
                    <span className="pe-3">{t`Median`}</span>
                  </HeadCell>
                )}
                {wide && <HeadCell>{t`Last failure`}</HeadCell>}
                <HeadCell>
                  <span className="sr-only">{t`Actions`}</span>
                </HeadCell>
              </TableHead>
              {rows.map((one) => (
                <WebhookRow key={one.webhook_id} webhook={one} wide={wide} />
              ))}
            </Table>
          )}
        </>
      )}
    </PageFrame>
  )
}

function NoWebhooks() {
  const { t } = useLingui()
  const may = useMay()
  return (
    <Panel>
      <Empty
        icon={WebhookIcon}
        title={t`No webhooks yet`}
        {...(may('webhooks:write') && {
          action: { label: t`Create webhook`, render: <Link to={paths.newWebhook()} /> },
        })}
      >
        {t`Webhooks send signed requests to your URL when events occur, such as a completed conversion.`}
      </Empty>
    </Panel>
  )
}

/** Whether the button stands in the page's head: with no webhook it is in the empty page. */
export function useCreateShown(): boolean {
  const may = useMay()
  const count = useWebhooks().data?.results.length ?? 0
  return count > 0 && may('webhooks:write')
}

export function CreateWebhookButton() {
  const { t } = useLingui()
  const count = useWebhooks().data?.results.length ?? 0
  if (count >= MOST_WEBHOOKS)
    return (
      <Button
        variant="primary"
        size={28}
        icon={PlusIcon}
        disabled
        reason={t`You can have up to ${MOST_WEBHOOKS} webhooks. Delete one first.`}
      >
        {t`Create webhook`}
      </Button>
    )
  return (
    <Button variant="primary" size={28} icon={PlusIcon} render={<Link to={paths.newWebhook()} />}>
      {t`Create webhook`}
    </Button>
  )
}

/** Beside the page's title. */
export function WebhookCount() {
  const { t } = useLingui()
  const count = useWebhooks().data?.results.length ?? 0
  return count > 0 ? t({ message: plural(count, { one: '# webhook', other: '# webhooks' }) }) : null
}
