import { Tabs as Base } from '@base-ui/react/tabs'
import { useLingui } from '@lingui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format-number.ts'
import { tab, tabList } from './tab-variant.ts'

type TabsProps<V extends string> = {
  label: string
  tabs: readonly { value: V; label: string; icon?: LucideIcon; count?: number; panel: ReactNode }[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** Parallel views on one sheet, one of which is visible. */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) {
  const { i18n } = useLingui()
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)} className={className}>
      <Base.List aria-label={label} activateOnFocus className={tabList}>
        {tabs.map(({ value, label, icon: Icon, count }) => (
          <Base.Tab key={value} value={value} className={tab}>
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
