import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { CatalogEntry } from '../../api/webhooks.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { serverText } from '../../lib/server-text.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EVERY_EVENT, found, groupsOf, isChosen, monthlyOf, subscribable } from './catalogue.ts'
import { CatalogueGroup } from './catalogue-group.tsx'

type EventCatalogueProps = {
  entries: readonly CatalogEntry[]
  patterns: ReadonlySet<string>
  onChange: (patterns: Set<string>) => void
  /** The type whose sample is shown, if there is space for one. */
  focused?: string | null
  onFocus?: (type: string) => void
  error?: ReactNode
}

/**
 * The selectable events, by group. The arrow keys move, Space selects, left and right collapse and
 * expand a group.
 */
export function EventCatalogue(props: EventCatalogueProps) {
  const { entries, patterns, onChange, focused = null, onFocus, error } = props
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  // The selection before all events were selected.
  const previous = useRef<ReadonlySet<string>>(new Set())

  const every = patterns.has(EVERY_EVENT)
  const all = subscribable(entries)
  const isFound = (entry: CatalogEntry) =>
    found({ ...entry, description: serverText(i18n, entry.description) }, search)
  const groups = groupsOf(entries)
    .map((group) => ({ group, shown: group.entries.filter((entry) => isFound(entry)) }))
    .filter(({ shown }) => shown.length > 0)
  const chosen = formatNumber(all.filter(({ type }) => isChosen(patterns, type)).length, i18n.locale)
  const count = formatNumber(all.length, i18n.locale)
  const monthly = formatNumber(monthlyOf(entries, patterns), i18n.locale)

  const fold = (name: string, open: boolean) =>
    setClosed((now) => {
      const next = new Set(now)
      if (open) next.delete(name)
      else next.add(name)
      return next
    })

  function onKeyDown(event: KeyboardEvent) {
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const at = lines.findIndex((line) => line.contains(event.target as Node))
    const line = lines[at]
    if (!line) return
    const group = line.dataset.group ?? ''
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const to = lines[at + (event.key === 'ArrowDown' ? 1 : -1)]
      to?.querySelector('input')?.focus()
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const rtl = getComputedStyle(line).direction === 'rtl'
      fold(group, (event.key === 'ArrowRight') !== rtl)
      lines
        .find((one) => one.dataset.group === group)
        ?.querySelector('input')
        ?.focus()
    } else return
    event.preventDefault()
  }

  return (
    <section aria-label={t`Events`} className="min-w-0">
      <header className="flex min-h-(--size-top) flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="title text-lead">{t`Events`}</h2>
        <span className="text-ink-soft">{t`${chosen} of ${count}`}</span>
        <span className="ms-auto flex flex-wrap items-center gap-2 max-sm:w-full">
          <SearchBox
            label={t`Search events`}
            placeholder={t`Search events`}
            value={search}
            onChange={setSearch}
            className="min-w-0 flex-1 sm:w-44"
          />
          <Segmented
            label={t`Events to send`}
            options={[
              { value: 'selected', label: t`Selected` },
              { value: 'every', label: t`All events` },
            ]}
            value={every ? 'every' : 'selected'}
            onChange={(value) => {
              if (value === 'every') {
                previous.current = patterns
                onChange(new Set([EVERY_EVENT]))
              } else onChange(new Set(previous.current))
            }}
          />
        </span>
      </header>
      {every && (
        <p className="border-b border-line px-4 py-2 text-ink-soft">
          {t`Sends all events, including types added later.`}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go over the tick boxes in it */}
      <div ref={list} onKeyDown={onKeyDown}>
        {groups.map(({ group, shown }) => (
          <CatalogueGroup
            key={group.name}
            group={group}
            shown={shown}
            open={search.trim() !== '' || !closed.has(group.name)}
            onOpen={(open) => fold(group.name, open)}
            patterns={patterns}
            onChange={onChange}
            focused={focused}
            {...(onFocus && { onFocus })}
          />
        ))}
        {groups.length === 0 && (
          <p className="px-4 py-6 text-center text-ink-soft">{t`No matching events.`}</p>
        )}
      </div>
      <footer className="px-4 py-2.5 text-small text-ink-soft">
        {error ? (
          <span role="alert" className="text-bad">
            {error}
          </span>
        ) : (
          t`About ${monthly} deliveries per month, based on your last 30 days`
        )}
      </footer>
    </section>
  )
}
