import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from './button.tsx'

/** An action: its label, and either a handler or a link. */
export type EmptyAction =
  | { label: string; onClick: () => void; render?: never }
  | { label: string; render: ReactElement<Record<string, unknown>>; onClick?: never }

type EmptyProps = { icon: LucideIcon; title: string; children: string; action?: EmptyAction }

/** The empty state: one sentence and one button. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-72 flex-col items-center px-4 py-10 text-center">
      <Icon className="mb-2.5 size-6 text-ink-faint" />
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 mb-3 text-ink-soft">{children}</p>
      {action && <EmptyButton {...action} />}
    </div>
  )
}

const EmptyButton = ({ label, ...action }: EmptyAction) => (
  <Button variant="primary" {...action}>
    {label}
  </Button>
)
