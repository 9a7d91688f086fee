import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { CreatorChip } from '../../businesses/acting/index.ts'
import { SHARE_STATES, STATE_WORDS } from './labels.ts'
import { type SharesView, searchOf } from './view.ts'

/** All filters are in the URL, so that a filtered list can be bookmarked and shared. */
export function ShareFilters({ view }: { view: SharesView }) {
  const { t, i18n } = useLingui()
  const [, setSearch] = useSearchParams()
  const change = (patch: Partial<SharesView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const { state } = view
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <SearchBox
        label={t`Search links`}
        placeholder={t`Title or file`}
        value={view.q}
        onChange={(q) => change({ q })}
        className="min-w-0 flex-1 sm:max-w-56"
      />
      <ChoiceChip
        label={t`Status`}
        options={SHARE_STATES}
        wordOf={(one) => i18n._(STATE_WORDS[one])}
        value={state}
        onChange={(one) => change({ state: one })}
      />
      <CreatorChip value={view.by} onChange={(by) => change({ by })} />
    </div>
  )
}
