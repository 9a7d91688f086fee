import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import { Kbd } from './kbd.tsx'
import type { TooltipLabels } from './tooltip.tsx'

type TooltipPopupProps = TooltipLabels & {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  /** The pointer may move onto it, for example with a screen magnifier. */
  onStay: () => void
}

/** The popup of a Tooltip. Its code is not in any page's initial bundle. */
export function TooltipPopup({ name, hotkey, side = 'bottom', anchor, onClose, onStay }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-(--z-tooltip)">
          <Base.Popup
            onPointerEnter={onStay}
            onPointerLeave={onClose}
            className="floats flex items-center gap-2 rounded-control bg-inverse px-2 py-1 text-small text-on-inverse"
          >
            {name}
            {hotkey && <Kbd on="inverse">{hotkey}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
