import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import type { Webhook } from '../../api/webhooks.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { stateOf, WEBHOOK_STATES, type WebhookState } from './state.ts'
import { useStateLabels } from './use-labels.ts'
import { searchOf, type WebhooksView } from './view.ts'

/** All filters are in the URL, so that a filtered list can be bookmarked and shared. */
export function WebhookFilters({ view, webhooks }: { view: WebhooksView; webhooks: readonly Webhook[] }) {
  const { t } = useLingui()
  const words = useStateLabels()
  const [, setSearch] = useSearchParams()
  const change = (patch: Partial<WebhooksView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const count = (state: WebhookState) => webhooks.filter((one) => stateOf(one) === state).length
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label={t`Search webhooks`}
        placeholder={t`URL or event`}
        value={view.q}
        onChange={(q) => change({ q })}
        className="w-full sm:w-52"
      />
      <Segmented<WebhookState | 'all'>
        label={t`Status`}
        options={[
          { value: 'all', label: t`All` },
          ...WEBHOOK_STATES.map((state) => ({ value: state, label: words[state], count: count(state) })),
        ]}
        value={view.state ?? 'all'}
        onChange={(state) => change({ state: state === 'all' ? null : state })}
      />
      <p className="ms-auto text-small text-ink-soft max-lg:hidden">
        {t`Each bar is one hour. Times shown in your local time zone.`}
      </p>
    </div>
  )
}
