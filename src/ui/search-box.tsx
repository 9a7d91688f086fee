import { useEffect, useRef, useState } from 'react'
import { useHotkeys } from '../lib/use-hotkeys.ts'
import { useIsLeaving } from '../lib/use-is-leaving.ts'
import { SearchInput } from './search-input.tsx'

type SearchBoxProps = {
  /** The accessible name: "Search history". */
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** None in overlays of a page that already has one. */
  hotkey?: string
  /** Sets its width. */
  className?: string
}

/** Milliseconds after the last keystroke. */
const PAUSE = 250

/** The search box of a list. Debounced, so that the URL does not change with every letter. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, value, onChange, hotkey = '/', className = 'w-full sm:w-56' } = props
  const [typed, setTyped] = useState(value)
  const isLeaving = useIsLeaving()
  const latest = useRef({ onChange, isLeaving })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    latest.current = { onChange, isLeaving }
  })
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    // Waits while another navigation loads: changing the URL now would cancel it.
    const write = () => {
      const { onChange, isLeaving } = latest.current
      if (isLeaving()) timer = setTimeout(write, PAUSE)
      else onChange(typed)
    }
    let timer = setTimeout(write, PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value])
  useHotkeys({
    [hotkey]: (event: KeyboardEvent) => {
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    },
  })
  return (
    <div ref={box} className={className}>
      <SearchInput
        label={label}
        placeholder={placeholder}
        {...(hotkey && { hotkey })}
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
    </div>
  )
}
