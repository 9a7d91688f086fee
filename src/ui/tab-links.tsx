import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { tab, tabList } from './tab-variant.ts'

const MARGIN = 16

type TabLinksProps<V extends string> = {
  label: string
  tabs: readonly {
    value: V
    label: string
    to: string /** A count, or a state: "1 rejected". */
    note?: string | undefined
  }[]
  value: V
  className?: string
}

/** Views of a page with separate URLs: links that look like Tabs. */
export function TabLinks<V extends string>({ label, tabs, value: chosen, className }: TabLinksProps<V>) {
  const list = useRef<HTMLElement>(null)
  // On phones the selected tab may be outside the viewport.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    if (list.current) bringIntoSight(list.current)
  }, [chosen])
  return (
    <nav ref={list} aria-label={label} className={classNames(tabList, 'md:ps-6', className)}>
      {tabs.map(({ value, label, to, note }) => (
        <Link
          key={value}
          to={to}
          replace
          className={tab}
          {...(value === chosen && { 'aria-current': 'page', 'data-active': '' })}
        >
          {label}
          {note && <span className="text-small font-regular text-ink-soft">{note}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls only the list until the selected tab is visible with a margin. */
function bringIntoSight(list: HTMLElement): void {
  const chosen = list.querySelector('[data-active]')?.getBoundingClientRect()
  const { left, right } = list.getBoundingClientRect()
  if (!chosen) return
  if (chosen.right > right) list.scrollLeft += chosen.right - right + MARGIN
  else if (chosen.left < left) list.scrollLeft += chosen.left - left - MARGIN
}
