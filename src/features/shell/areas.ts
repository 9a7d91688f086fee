import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ArrowRightLeftIcon,
  BanknoteIcon,
  Building2Icon,
  FilePenLineIcon,
  HardDriveIcon,
  HistoryIcon,
  LandmarkIcon,
  LayoutDashboardIcon,
  LinkIcon,
  type LucideIcon,
  MailsIcon,
  ReceiptTextIcon,
  ScanTextIcon,
  ScrollTextIcon,
  ServerIcon,
  ShieldCheckIcon,
  SignatureIcon,
  UsersIcon,
  WebhookIcon,
  WorkflowIcon,
} from 'lucide-react'
import type { Permission } from '../../../contract/permissions.ts'
import { useSession } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { useMay } from '../businesses/acting/index.ts'

export interface Area {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  path: string
  /** The shortcut's letter after G. */
  letter: string
  /** Whether guests have it too. */
  visitors: boolean
  /** Only for administrators of the instance. */
  admins?: boolean
  /** Whether pages below its path belong to other areas. */
  exact?: boolean
  /** The permission that a member of a business needs. */
  permission?: Permission
  /** The heading of its section; none for the first ones. */
  section?: MessageDescriptor
}

/**
 * The table of areas, used by the sidebar, the palette and the shortcuts. A new area adds a row.
 */
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
    permission: 'convert:read',
  },
  {
    id: 'history',
    label: msg`History`,
    icon: HistoryIcon,
    path: paths.history(),
    letter: 'H',
    visitors: true,
    permission: 'history:read',
  },
  {
    id: 'pipelines',
    label: msg`Pipelines`,
    icon: WorkflowIcon,
    path: paths.pipelines(),
    letter: 'P',
    visitors: false,
    permission: 'pipelines:read',
  },
  {
    id: 'pdf',
    label: msg`PDF workbench`,
    icon: FilePenLineIcon,
    path: paths.pdf(),
    letter: 'W',
    visitors: true,
    permission: 'convert:read',
    section: msg`Paper`,
  },
  {
    id: 'scan',
    label: msg`Scan`,
    icon: ScanTextIcon,
    path: paths.scan(),
    letter: 'A',
    visitors: false,
    permission: 'convert:read',
    section: msg`Paper`,
  },
  {
    id: 'signing',
    label: msg`Signing`,
    icon: SignatureIcon,
    path: paths.signing(),
    letter: 'N',
    visitors: false,
    permission: 'signing:read',
    section: msg`Paper`,
  },
  {
    id: 'storage',
    label: msg`Storage`,
    icon: HardDriveIcon,
    path: paths.storage(),
    letter: 'F',
    visitors: false,
    permission: 'storage:read',
    section: msg`Files`,
  },
  {
    id: 'shares',
    label: msg`Shares`,
    icon: LinkIcon,
    path: paths.shares(),
    letter: 'L',
    visitors: false,
    permission: 'shares:read',
    section: msg`Files`,
  },
  {
    id: 'billing',
    label: msg`Billing`,
    icon: ReceiptTextIcon,
    path: paths.billing(),
    letter: 'D',
    visitors: false,
    permission: 'usage:read',
    section: msg`Account`,
  },
  {
    id: 'webhooks',
    label: msg`Webhooks`,
    icon: WebhookIcon,
    path: paths.webhooks(),
    letter: 'K',
    visitors: false,
    permission: 'webhooks:read',
    section: msg`Account`,
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
    id: 'businesses',
    label: msg`Businesses`,
    icon: Building2Icon,
    path: paths.businesses(),
    letter: 'U',
    visitors: false,
    section: msg`Account`,
  },
  {
    id: 'business-queue',
    label: msg`Business reviews`,
    icon: LandmarkIcon,
    path: paths.businessQueue(),
    letter: 'R',
    visitors: false,
    admins: true,
    section: msg`Administration`,
  },
  {
    id: 'admin',
    label: msg`Server`,
    icon: ServerIcon,
    path: paths.admin(),
    letter: 'V',
    visitors: false,
    admins: true,
    exact: true,
    section: msg`Administration`,
  },
  {
    id: 'accounts',
    label: msg`Accounts`,
    icon: UsersIcon,
    path: paths.accounts(),
    letter: 'T',
    visitors: false,
    admins: true,
    section: msg`Administration`,
  },
  {
    id: 'admin-audit',
    label: msg`Audit log`,
    icon: ScrollTextIcon,
    path: paths.adminAudit(),
    letter: 'J',
    visitors: false,
    admins: true,
    section: msg`Administration`,
  },
  {
    id: 'billing-admin',
    label: msg`Revenue`,
    icon: BanknoteIcon,
    path: paths.billingAdmin(),
    letter: 'E',
    visitors: false,
    admins: true,
    section: msg`Administration`,
  },
  {
    id: 'outbox',
    label: msg`Outbox`,
    icon: MailsIcon,
    path: paths.outbox(),
    letter: 'M',
    visitors: false,
    admins: true,
    section: msg`Administration`,
  },
]

/** The areas of this user in their current role; until it is known, those of every account. */
export function useAreas(): Area[] {
  const { data: user } = useSession()
  const may = useMay()
  return AREAS.filter(
    ({ visitors, admins, permission }) =>
      (admins ? user?.is_admin === true : visitors || user !== null) &&
      (permission === undefined || may(permission)),
  )
}

/** A page belongs to the area whose path is its prefix. */
export const isCurrent = (area: Area, pathname: string): boolean =>
  area.path === '/' || area.exact
    ? pathname === area.path
    : pathname === area.path || pathname.startsWith(`${area.path}/`)
