import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

type AttentionRowProps = {
  icon: LucideIcon
  /** The object's name, also for the dismiss button. */
  name: string
  title: ReactNode
  note: ReactNode
  children: ReactNode
  onDismiss?: () => void
}

/** An entry that needs an action: what happened, its buttons, and a dismiss button. */
export function AttentionRow({ icon: Icon, name, title, note, children, onDismiss }: AttentionRowProps) {
  const { t } = useLingui()
  return (
    <li className="flex items-start gap-2.5 py-2.5 ps-4 pe-2.5">
      <Icon className="mt-0.5 flex-none text-bad" />
      <div className="min-w-0 flex-1">
        {title}
        <p className="mb-1.5 text-small text-ink-soft">{note}</p>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      {onDismiss && <IconButton name={t`Dismiss ${name}`} icon={XIcon} size={24} onClick={onDismiss} />}
    </li>
  )
}
