import { Link } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { tab, tabList } from './tab-look.ts'

type TabLinksProps<V extends string> = {
  label: string
  tabs: readonly { value: V; label: string; to: string }[]
  value: V
  className?: string
}

/** Views of one page that have addresses: links that look like Tabs. */
export function TabLinks<V extends string>({ label, tabs, value: chosen, className }: TabLinksProps<V>) {
  return (
    <nav aria-label={label} className={classNames(tabList, className)}>
      {tabs.map(({ value, label, to }) => (
        <Link
          key={value}
          to={to}
          replace
          className={tab}
          {...(value === chosen && { 'aria-current': 'page', 'data-active': '' })}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
