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
import { useMay } from '../businesses/acting/index.ts'
import { PanelTable } from '../lists/index.ts'
import { Coming, Problem } from '../problems/index.ts'
import { RowState } from './row-state.tsx'
import { stateOf } from './state.ts'
import { Sums } from './sums.tsx'
import { useWebhookList } from './use-webhook-list.tsx'
import { matches, parseView } from './view.ts'
import { WebhookFilters } from './webhook-filters.tsx'

/** The edge of a row that the server has disabled. */
const STOPPED = 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine) before:bg-bad'

/** All webhooks of the account, with their delivery statistics of the last 24 hours. */
export function Webhooks() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch, isPaused } = useWebhooks()
  const wide = useMedia('(min-width: 72rem)')
  const list = useWebhookList(wide)
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
            <PanelTable
              list={list}
              rows={rows}
              className="rounded-sheet border border-line-strong bg-surface [&>*:first-child]:rounded-t-sheet [&>*:last-child]:rounded-b-sheet"
              rowClass={(webhook) =>
                stateOf(webhook) === 'disabled' && webhook.disabled_reason !== 'owner' && STOPPED
              }
              under={(webhook) => <RowState webhook={webhook} wide={wide} />}
            />
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

/** Whether the button is in the page header: without webhooks it is in the empty state. */
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
        icon={PlusIcon}
        disabled
        reason={t`You can have up to ${MOST_WEBHOOKS} webhooks. Delete one first.`}
      >
        {t`Create webhook`}
      </Button>
    )
  return (
    <Button variant="primary" icon={PlusIcon} render={<Link to={paths.newWebhook()} />}>
      {t`Create webhook`}
    </Button>
  )
}

/** Next to the page's title. */
export function WebhookCount() {
  const { t } = useLingui()
  const count = useWebhooks().data?.results.length ?? 0
  return count > 0 ? t({ message: plural(count, { one: '# webhook', other: '# webhooks' }) }) : null
}
