import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronUpIcon, SlidersHorizontalIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { modKey, useHotkeys } from '../../../lib/use-hotkeys.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { type PdfHandle, useViewer } from './handle.ts'
import type { SearchOptions } from './search.ts'

export type PdfFindProps = {
  handle: PdfHandle
  /** Ctrl+F opens this instead of the browser's search, which only finds mounted pages. */
  hotkey?: boolean
  className?: string
}

/** Debounce in milliseconds. */
const PAUSE = 200

export function Find({ handle, hotkey = true, className }: PdfFindProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [options, setOptions] = useState<SearchOptions>({})
  const box = useRef<HTMLDivElement>(null)
  const found = useViewer(handle, (state) => state.found)
  const ready = useViewer(handle, (state) => state.pages > 0)
  const query = useRef({ typed: '', options })

  const search = () => {
    query.current = { typed, options }
    handle.find(typed, options)
  }
  const latest = useLatest(search)
  useEffect(() => {
    if (query.current.typed === typed && query.current.options === options) return
    const timer = setTimeout(() => latest.current(), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, options])

  const focus = (event: Event) => {
    event.preventDefault()
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }
  const step = (by: number) => (event: Event) => {
    event.preventDefault()
    handle.step(by)
  }
  useHotkeys({ 'mod+f': focus, 'mod+g': step(1), f3: step(1) }, hotkey && ready)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const same = query.current.typed === typed && query.current.options === options
      if (same) handle.step(event.shiftKey ? -1 : 1)
      else search()
    } else if (event.key === 'Escape' && typed) {
      event.preventDefault()
      setTyped('')
    }
  }
  const none = !found || found.hits.length === 0
  return (
    <div
      ref={box}
      // On phones it takes a separate line during a search.
      className={classNames(
        'flex min-w-0 items-center gap-1 max-sm:flex-row-reverse',
        typed && 'max-sm:basis-full',
        className,
      )}
    >
      <span aria-live="polite" className="flex-none px-1 text-small whitespace-nowrap text-ink-soft">
        <Count handle={handle} />
      </span>
      {typed && (
        <>
          <IconButton
            name={t`Previous match`}
            icon={ChevronUpIcon}
            hotkey="⇧ ↵"
            aria-disabled={none}
            onClick={() => handle.step(-1)}
          />
          <IconButton
            name={t`Next match`}
            icon={ChevronDownIcon}
            hotkey="↵"
            aria-disabled={none}
            onClick={() => handle.step(1)}
          />
          <Menu
            align="end"
            trigger={<IconButton name={t`Search options`} icon={SlidersHorizontalIcon} />}
            entries={[
              {
                label: t`Match case`,
                checked: options.matchCase ?? false,
                onChange: (matchCase) => setOptions({ ...options, matchCase }),
              },
              {
                label: t`Whole words`,
                checked: options.wholeWords ?? false,
                onChange: (wholeWords) => setOptions({ ...options, wholeWords }),
              },
            ]}
          />
        </>
      )}
      <SearchInput
        className="w-full sm:w-44"
        label={t`Find in file`}
        placeholder={t`Find`}
        {...(hotkey && { hotkey: `${modKey()} F` })}
        value={typed}
        disabled={!ready}
        maxLength={200}
        onChange={setTyped}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** "3 of 12", and the progress while the search is running. */
function Count({ handle }: { handle: PdfHandle }) {
  const { t, i18n } = useLingui()
  const found = useViewer(handle, (state) => state.found)
  const pages = useViewer(handle, (state) => state.pages)
  if (!found) return null
  const number = (value: number) => formatNumber(value, i18n.locale)
  const all = number(found.hits.length)
  const current = number(found.current + 1)
  if (found.hits.length > 0) return found.done ? t`${current} of ${all}` : t`${current} of ${all} so far`
  const searched = number(found.searched)
  const total = number(pages)
  return found.done ? t`No matches` : t`Page ${searched} of ${total}`
}
