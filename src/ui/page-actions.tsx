import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { useMedia } from '../lib/use-media.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Menu, type MenuEntry } from './menu.tsx'

/** An action of a page. */
export type PageAction = {
  label: string
  icon: LucideIcon
  /** The screen sizes with a button; on the others it is in the menu. */
  button: 'always' | 'desk' | 'wide' | 'never'
  primary?: boolean
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled: in full on the button, in a word or two in the menu. */
  reason?: string
  menuReason?: string
  /** Opens a dialog. */
  asks?: boolean
} & ({ onSelect: () => void } | { render: ReactElement<Record<string, unknown>> })

/** A page's buttons, as many as fit, and a menu with the others. */
export function PageActions({ name, actions }: { name: string; actions: readonly PageAction[] }) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const wide = useMedia('(min-width: 90rem)')
  const isButton = ({ button }: PageAction) =>
    button === 'always' || (button === 'desk' && !phone) || (button === 'wide' && wide)
  const rest = actions.filter((action) => !isButton(action))
  return (
    <>
      {actions.filter(isButton).map((action) => (
        <ActionButton key={action.label} {...action} />
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={<IconButton framed size={32} name={t`More for ${name}`} icon={EllipsisIcon} />}
          entries={rest.map(entryOf)}
        />
      )}
    </>
  )
}

function ActionButton(action: PageAction) {
  const { label, icon, primary, disabled = false, reason, asks } = action
  const shared = { icon, variant: primary ? 'primary' : 'second' } as const
  if ('render' in action)
    return (
      <Button {...shared} render={action.render}>
        {label}
      </Button>
    )
  const does = { ...shared, onClick: action.onSelect, ...(asks && { 'aria-haspopup': 'dialog' as const }) }
  return reason === undefined ? (
    <Button {...does} disabled={disabled}>
      {label}
    </Button>
  ) : (
    <Button {...does} disabled={disabled} reason={reason}>
      {label}
    </Button>
  )
}

function entryOf(action: PageAction): MenuEntry {
  const { label, icon, danger = false, disabled = false, menuReason } = action
  const shown = { label, icon, danger, disabled, ...(disabled && { reason: menuReason }) }
  return 'render' in action ? { ...shown, render: action.render } : { ...shown, onSelect: action.onSelect }
}
