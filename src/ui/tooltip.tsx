import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

type TooltipProps = {
  name: string
  hotkey?: string
  side?: 'top' | 'bottom' | 'inline-end' | 'inline-start'
  children: ReactElement
}

/** The name of an icon, and the key that does the same. Never the only place of a fact. */
export function Tooltip({ name, hotkey, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-(--z-tooltip)">
          <Base.Popup className="floats flex items-center gap-2 rounded-control bg-inverse px-2 py-1 text-small text-on-inverse">
            {name}
            {hotkey && <Kbd on="inverse">{hotkey}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
