import { CircleCheckIcon, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format-number.ts'

type PartRowProps = {
  icon: LucideIcon
  name: string
  badge?: ReactNode
  /** Details on one line. */
  facts: ReactNode
  /** The points that it has, or would add. */
  points: number
  earned: boolean
  /** The points as text, for screen readers. */
  text: string
  button?: ReactNode
  locale: string
}

/** A part of the score: its state, details, points, and its action. */
export function PartRow(props: PartRowProps) {
  const { icon, name, badge, facts, points, earned, text, button, locale } = props
  const Icon = earned ? CircleCheckIcon : icon
  const many = formatNumber(points, locale)
  const figure = (
    <span className={classNames('title text-lead', earned ? 'text-ok' : 'text-ink-soft')}>
      <span aria-hidden="true">{earned ? many : `+${many}`}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
  return (
    <li className="grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 sm:grid-cols-[16px_minmax(0,1fr)_56px_104px]">
      <Icon className={earned ? 'text-ok' : 'text-ink-soft'} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{name}</span>
          {badge}
          <span className="sm:hidden">{figure}</span>
        </p>
        <p className="text-small text-ink-soft wrap-anywhere">{facts}</p>
      </div>
      <p className="text-end max-sm:hidden">{figure}</p>
      <div className="flex justify-end">{button}</div>
    </li>
  )
}
