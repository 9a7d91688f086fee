import { useLingui } from '@lingui/react/macro'
import { ArrowDownUpIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

type OrderMenuProps<T extends string> = {
  orders: readonly T[]
  words: Readonly<Record<T, string>>
  value: T
  onChange: (order: T) => void
  className?: string
}

/** The sort order of a list; the button shows the current one. */
export function OrderMenu<T extends string>({
  orders,
  words,
  value,
  onChange,
  className,
}: OrderMenuProps<T>) {
  const { t } = useLingui()
  return (
    <Menu
      align="end"
      trigger={
        <Button size={28} icon={ArrowDownUpIcon} className={className} aria-label={t`Order: ${words[value]}`}>
          {words[value]}
        </Button>
      }
      entries={orders.map((order) => ({
        label: words[order],
        checked: value === order,
        onChange: () => onChange(order),
      }))}
    />
  )
}
