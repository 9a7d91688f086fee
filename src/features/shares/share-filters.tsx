import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chipValue } from '../../lib/chip-value.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type SharesView, searchOf } from './view.ts'
import { SHARE_STATES, STATE_WORDS } from './words.ts'

/** Everything here is in the address, so that a filtered list can be kept, sent and gone back to. */
export function ShareFilters({ view }: { view: SharesView }) {
  const { t, i18n } = useLingui()
  const [, setSearch] = useSearchParams()
  const change = (patch: Partial<SharesView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true })
  const { state } = view
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
      <Search value={view.q} onChange={(q) => change({ q })} />
      <Menu
        align="start"
        trigger={
          <FilterChip
            label={t`State`}
            {...chipValue(state && i18n._(STATE_WORDS[state]), () => change({ state: null }))}
          />
        }
        entries={SHARE_STATES.map((one) => ({
          label: i18n._(STATE_WORDS[one]),
          checked: state === one,
          onChange: (checked) => change({ state: checked ? one : null }),
        }))}
      />
    </div>
  )
}

/** Typed at once, asked for after a pause: the address is not to change with every letter. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), 250)
    return () => clearTimeout(timer)
  }, [typed, value])
  useHotkeys({
    '/': (event) => {
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    },
  })
  return (
    <div ref={box} className="min-w-0 flex-1 sm:max-w-56">
      <SearchInput
        label={t`Search links`}
        placeholder={t`Title or file`}
        hotkey="/"
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
    </div>
  )
}
