import { useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import { EyeOffIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import type { Side } from './sides.ts'

/** The props of every view. */
export interface ViewProps {
  side: Side
  /** The conversion's id, for its thumbnail. */
  id: string
}

/** The loading state of a view: a block of its height, so that the layout does not shift. */
export function Waiting({ className = 'h-80' }: { className?: string }) {
  return <Skeleton rows={1} row={<Bone className={`w-full ${className}`} />} />
}

type NoteProps = { icon?: LucideIcon; title: string; children: ReactNode; action?: ReactNode }

/** Replaces an image: why there is none, and what can be done instead. */
export function Note({ icon: Icon = EyeOffIcon, title, children, action }: NoteProps) {
  return (
    <div className="mx-auto flex max-w-80 flex-col items-center px-4 py-10 text-center">
      <Icon className="mb-2.5 size-6 text-ink-faint" />
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-ink-soft">{children}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Source or result, its format and size, and other properties. */
export function Caption({ side, children }: { side: Side; children?: ReactNode }) {
  const { i18n } = useLingui()
  const name = useSideName()
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-small">
      <span className="font-medium">{name(side)}</span>
      <span className="mono text-ink-soft" translate="no">
        {formatLabel(side.format)}
      </span>
      <span className="text-ink-soft">{formatBytes(side.bytes, i18n.locale)}</span>
      {children}
    </p>
  )
}

export function useSideName(): (side: Side) => string {
  const { t } = useLingui()
  return ({ which }) => (which === 'source' ? t`Original` : t`Result`)
}

/** A segment of a caption. */
export function Word({ children }: { children: ReactNode }) {
  return <span className="text-ink-soft">{children}</span>
}

/** "87% smaller", or larger; empty if the sizes are equal. */
export function Saved({ percent }: { percent: number | null }) {
  const { t } = useLingui()
  if (percent === null) return null
  const more = -percent
  return percent > 0 ? (
    <span className="text-ok">{t`${percent}% smaller`}</span>
  ) : (
    <Word>{t`${more}% larger`}</Word>
  )
}
