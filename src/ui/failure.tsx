import { CloudOffIcon, type LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import type { EmptyAction } from './empty.tsx'

type FailureProps = {
  icon?: LucideIcon
  /** What happened: "The list could not be loaded". */
  title: string
  /** The cause, and whether credits were charged. */
  children: string
  action: EmptyAction
  /** Shown with the action, so that support can find the request. */
  requestId?: string
}

export function Failure({
  icon: Icon = CloudOffIcon,
  title,
  children,
  action: { label, ...action },
  requestId,
}: FailureProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-72 flex-col items-center px-4 py-10 text-center">
      <Icon className="mb-2.5 size-6 text-ink-faint" />
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 mb-3 text-ink-soft">{children}</p>
      <Button {...action}>{label}</Button>
      {requestId && (
        <p translate="no" className="mono mt-2 text-small text-ink-faint select-all">
          {requestId}
        </p>
      )}
    </div>
  )
}
