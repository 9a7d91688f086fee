import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ArrowRightLeftIcon,
  FilePenLineIcon,
  HardDriveIcon,
  HistoryIcon,
  LayoutDashboardIcon,
  LinkIcon,
  type LucideIcon,
  MailsIcon,
  ShieldCheckIcon,
  SignatureIcon,
  WorkflowIcon,
} from 'lucide-react'
import { useSession } from '../../api/account.ts'
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
  /** Only for who runs the instance. */
  admins?: boolean
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
  {
    id: 'pipelines',
    label: msg`Pipelines`,
    icon: WorkflowIcon,
    path: paths.pipelines(),
    letter: 'P',
    visitors: false,
  },
  {
    id: 'pdf',
    label: msg`PDF workbench`,
    icon: FilePenLineIcon,
    path: paths.pdf(),
    letter: 'W',
    visitors: true,
    section: msg`Paper`,
  },
  {
    id: 'signing',
    label: msg`Signing`,
    icon: SignatureIcon,
    path: paths.signing(),
    letter: 'N',
    visitors: false,
    section: msg`Paper`,
  },
  {
    id: 'storage',
    label: msg`Storage`,
    icon: HardDriveIcon,
    path: paths.storage(),
    letter: 'F',
    visitors: false,
    section: msg`Files`,
  },
  {
    id: 'shares',
    label: msg`Shares`,
    icon: LinkIcon,
    path: paths.shares(),
    letter: 'L',
    visitors: false,
    section: msg`Files`,
  },
  {
    id: 'security',
    label: msg`Security`,
    icon: ShieldCheckIcon,
    path: paths.security(),
    letter: 'S',
    visitors: false,
    section: msg`Account`,
  },
  {
    id: 'outbox',
    label: msg`Outbox`,
    icon: MailsIcon,
    path: paths.outbox(),
    letter: 'M',
    visitors: false,
    admins: true,
    section: msg`Account`,
  },
]

/** The areas that whoever is here has. Until it is known who that is, those that every account has. */
export function useAreas(): Area[] {
  const { data: user } = useSession()
  return AREAS.filter(({ visitors, admins }) =>
    admins ? user?.is_admin === true : visitors || user !== null,
  )
}

/** A page belongs to the area whose path it begins with. */
export const isCurrent = (area: Area, pathname: string): boolean =>
  area.path === '/' ? pathname === '/' : pathname === area.path || pathname.startsWith(`${area.path}/`)
