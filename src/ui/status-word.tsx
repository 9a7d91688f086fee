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
 * The icon's colour, then the word's. Done is quiet; only what failed or is soon colours its words.
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
  /** Keeps to one line, and is cut where there is no room. */
  line?: boolean
  children: ReactNode
}

/**
 * How it went, or goes: the icon says the state, the words the cause or the stage ("Meshing
 * surfaces").
 */
export function StatusWord({ status, line, children }: StatusWordProps) {
  const [Icon, colour, word] = looks[status]
  // A list has many: one element, and the icon in its line.
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
    // At the line's foot and not on its baseline: that one would be the icon's, a pixel above its
    // neighbours'.
    <span className={classNames('inline-flex items-center gap-1.5 align-bottom', word)}>
      <Icon className={classNames('size-3.5', colour)} />
      {children}
    </span>
  )
}
