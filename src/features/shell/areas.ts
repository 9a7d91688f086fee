import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ArrowRightLeftIcon, HistoryIcon, LayoutDashboardIcon, type LucideIcon } from 'lucide-react'
import { paths } from '../../paths.ts'

export interface Area {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  path: string
  /** After G. */
  letter: string
  /** Whether a visitor without an account has it too. */
  visitors: boolean
  /** The heading that it stands under; none for the first ones. */
  section?: MessageDescriptor
}

/** The sidebar, the palette and the keys are made from this table. An area that is built adds a row. */
export const AREAS: Area[] = [
  {
    id: 'overview',
    label: msg`Overview`,
    icon: LayoutDashboardIcon,
    path: paths.overview(),
    letter: 'O',
    visitors: false,
  },
  {
    id: 'convert',
    label: msg`Convert`,
    icon: ArrowRightLeftIcon,
    path: paths.convert(),
    letter: 'C',
    visitors: true,
  },
  {
    id: 'history',
    label: msg`History`,
    icon: HistoryIcon,
    path: paths.history(),
    letter: 'H',
    visitors: true,
  },
]

/** A page belongs to the area whose path it begins with. */
export const isCurrent = (area: Area, pathname: string): boolean =>
  area.path === '/' ? pathname === '/' : pathname === area.path || pathname.startsWith(`${area.path}/`)
