import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { OrderMenu } from '../../../ui/order-menu.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { CreatorChip } from '../../businesses/acting/index.ts'
import {
  SESSION_STATES,
  type SigningListView,
  SORTS,
  type Sort,
  STATE_WORDS,
  searchOf,
} from '../session/index.ts'

/** All filters are in the URL, so that a filtered list can be bookmarked and shared. */
export function SessionFilters({ view }: { view: SigningListView }) {
  const { t, i18n } = useLingui()
  const [, setSearch] = useSearchParams()
  const change = (patch: Partial<SigningListView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const sorts: Record<Sort, string> = {
    changed: t`Last modified`,
    made: t`Newest first`,
    title: t`Title, A to Z`,
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <SearchBox
        label={t`Search signature requests`}
        placeholder={t`Title, name or e-mail`}
        value={view.q}
        onChange={(q) => change({ q })}
        className="min-w-0 flex-1 sm:max-w-56"
      />
      <ChoiceChip
        label={t`Status`}
        options={SESSION_STATES}
        wordOf={(one) => i18n._(STATE_WORDS[one])}
        value={view.state}
        onChange={(state) => change({ state })}
      />
      <CreatorChip value={view.by} onChange={(by) => change({ by })} />
      <OrderMenu
        className="ms-auto max-sm:ms-0"
        orders={SORTS}
        words={sorts}
        value={view.sort}
        onChange={(sort) => change({ sort })}
      />
    </div>
  )
}
