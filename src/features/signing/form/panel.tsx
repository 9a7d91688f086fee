import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type PanelProps = {
  /** Whether a step is open: it can be closed, to continue reading. */
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** The current step: a bottom sheet on phones, next to the pages on wide screens. */
export function Panel({ open, onClose, children }: PanelProps) {
  const { t } = useLingui()
  return (
    <aside
      aria-label={t`Fields to complete`}
      className={classNames(
        'relative z-2 max-h-[64dvh] flex-none overflow-y-auto overscroll-contain bg-raised px-4 pb-[calc(16px+env(safe-area-inset-bottom))] text-read',
        'beside:mt-0 beside:max-h-none beside:rounded-none beside:border-s beside:border-t-0 beside:border-line-strong beside:bg-surface beside:p-6 beside:shadow-none',
        open
          ? '-mt-2 rounded-t-drawer border-t border-line-strong pt-2 shadow-pop'
          : 'border-t border-line-strong pt-3',
      )}
    >
      {open && (
        <div className="beside:hidden">
          <span className="mx-auto block h-1 w-9 rounded-pill bg-control" />
          <button
            type="button"
            aria-label={t`Back to document`}
            onClick={onClose}
            className="absolute end-2 top-3 z-1 grid size-11 place-items-center rounded-control text-ink-soft focus-inset hover:text-ink"
          >
            <XIcon className="size-5" />
          </button>
        </div>
      )}
      {children}
    </aside>
  )
}
