import { Trans, useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { height } from './control.ts'
import { Kbd } from './kbd.tsx'

export type BulkAction = {
  /** Contains the count: "Download 2 as ZIP". */
  label: string
  icon: LucideIcon
  hotkey?: string
  onClick: () => void
  /** The primary action. */
  main?: boolean
  disabled?: boolean
}

type BulkBarProps = { /** "3 selected" */ says: string; actions: readonly BulkAction[]; onClear: () => void }

/** Overlays the bottom of the list and never shifts its rows. */
export function BulkBar({ says, actions, onClear }: BulkBarProps) {
  const { t } = useLingui()
  const act = classNames(
    'inline-flex items-center gap-2 rounded-control px-2 disabled:opacity-50 not-disabled:hover:bg-inverse-line',
    height[32],
  )
  return (
    <section
      aria-label={t`Actions for selected items`}
      className="z-(--z-bar) flex flex-wrap items-center gap-1 rounded-sheet bg-inverse px-2 py-1.5 text-on-inverse **:focus-visible:outline-on-inverse"
    >
      <span className="me-auto px-2 font-medium" aria-live="polite">
        {says}
      </span>
      {actions.map(({ label, icon: Icon, hotkey, main, ...button }) => (
        <button
          key={label}
          type="button"
          {...button}
          className={classNames(act, main && 'bg-on-inverse! font-medium text-inverse')}
        >
          <Icon />
          {label}
          {hotkey && <Kbd on={main ? 'fill' : 'inverse'}>{hotkey}</Kbd>}
        </button>
      ))}
      <span className="mx-1 h-4 border-s border-inverse-line max-sm:hidden" />
      <button type="button" onClick={onClear} className={act}>
        <Trans>Clear</Trans>
        <Kbd on="inverse">Esc</Kbd>
      </button>
    </section>
  )
}
