import { Tabs as Base } from '@base-ui/react/tabs'
import { useLingui } from '@lingui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { formatNumber } from '../lib/format-number.ts'

type TabsProps<V extends string> = {
  label: string
  tabs: readonly { value: V; label: string; icon?: LucideIcon; count?: number; panel: ReactNode }[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** Index tabs: the chosen one is open to the sheet below it, with the accent on top. */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) {
  const { i18n } = useLingui()
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)} className={className}>
      <Base.List
        aria-label={label}
        activateOnFocus
        // Positioned, because the chosen tab is brought into sight by its distance from here.
        className="relative flex scroll-px-4 overflow-x-auto border-b border-line-strong px-4 pt-1 [scrollbar-width:none]"
      >
        {tabs.map(({ value, label, icon: Icon, count }) => (
          <Base.Tab
            key={value}
            value={value}
            className={classNames(
              'relative -mb-px inline-flex min-h-9 flex-none items-center gap-2 rounded-t-control border border-transparent border-b-line-strong px-3 text-ink-soft hover:text-ink focus-visible:focus-inset touch:min-h-(--size-touch)',
              'before:absolute before:-inset-x-px before:-top-px before:h-(--spine) before:rounded-t-control',
              'data-active:border-line-strong data-active:border-b-surface data-active:bg-surface data-active:font-medium data-active:text-ink data-active:before:bg-accent',
            )}
          >
            {Icon && <Icon className="text-current" />}
            {label}
            {count !== undefined && <span className="text-ink-soft">{formatNumber(count, i18n.locale)}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ value, panel }) => (
        <Base.Panel key={value} value={value}>
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
