import { CloudOffIcon, HistoryIcon, type LucideIcon, TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { TextButton } from './text-button.tsx'

type Kind = 'offline' | 'stale' | 'warn' | 'bad'

const looks: Record<Kind, [LucideIcon, string]> = {
  offline: [CloudOffIcon, 'bg-sunk text-ink'],
  stale: [HistoryIcon, 'bg-sunk text-ink'],
  warn: [TriangleAlertIcon, 'bg-warn-tint text-warn'],
  bad: [TriangleAlertIcon, 'bg-bad-tint text-bad'],
}

type BannerProps = { kind: Kind; children: ReactNode; action?: { label: string; onClick: () => void } }

/** A one-sentence message across the top of the page, shown as long as it is true. */
export function Banner({ kind, children, action }: BannerProps) {
  const [Icon, look] = looks[kind]
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-9 flex-wrap items-center gap-x-2.5 border-b border-line-strong px-4 py-1.5 text-small md:px-6',
        look,
      )}
    >
      <Icon className="size-3.5" />
      <span className="min-w-0 flex-1 basis-48">{children}</span>
      {action && (
        <TextButton onClick={action.onClick} className="ms-auto">
          {action.label}
        </TextButton>
      )}
    </div>
  )
}
