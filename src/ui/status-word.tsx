import {
  ArchiveIcon,
  ArchiveXIcon,
  CheckIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  ClockIcon,
  type LucideIcon,
  TriangleAlertIcon,
  UploadIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { CircleAlertIcon, CircleSlashIcon, LoaderIcon } from './one-path.ts'

export type Status =
  | 'ready'
  | 'uploading'
  | 'waiting'
  | 'working'
  | 'done'
  | 'verified'
  | 'soon'
  | 'warning'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'stored'

/**
 * The icon, its color, and the text color. Success is subdued; only failures and warnings color the
 * text.
 */
const looks: Record<Status, [icon: LucideIcon, iconColour: string, word: string]> = {
  ready: [CircleDashedIcon, 'text-ink-faint', ''],
  waiting: [ClockIcon, 'text-ink-faint', ''],
  uploading: [UploadIcon, 'text-accent', ''],
  working: [LoaderIcon, 'text-accent', ''],
  done: [CheckIcon, 'text-ok', ''],
  verified: [CircleCheckIcon, '', 'text-ok font-medium'],
  soon: [ClockIcon, '', 'text-warn font-medium'],
  warning: [TriangleAlertIcon, '', 'text-warn font-medium'],
  failed: [CircleAlertIcon, '', 'text-bad font-medium'],
  cancelled: [CircleSlashIcon, '', 'text-ink-faint'],
  expired: [ArchiveXIcon, '', 'text-ink-faint'],
  stored: [ArchiveIcon, 'text-ink-faint', ''],
}

type StatusWordProps = {
  status: Status
  /** One line, truncated. */
  line?: boolean
  children: ReactNode
}

/** A state: the icon shows it, the text says the cause or the stage ("Meshing surfaces"). */
export function StatusWord({ status, line, children }: StatusWordProps) {
  const [Icon, colour, word] = looks[status]
  // Lists have many: a single element, with the icon inline.
  if (line)
    return (
      <span
        title={typeof children === 'string' ? children : undefined}
        className={classNames('block truncate', word)}
      >
        <Icon className={classNames('me-1.5 inline size-3.5 align-[-2px]', colour)} />
        {children}
      </span>
    )
  return (
    // Aligned at the bottom, because the baseline would be the icon's, one pixel above its
    // neighbors'.
    <span className={classNames('inline-flex items-center gap-1.5 align-bottom', word)}>
      <Icon className={classNames('size-3.5', colour)} />
      {children}
    </span>
  )
}
