import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, cloneElement, type ReactElement } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height } from './control.ts'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'name' | 'aria-label'> & {
  /** The accessible name and the tooltip. */
  name: string
  icon: LucideIcon
  hotkey?: string
  size?: ControlSize
  /** The pressed state: filter shown, panel open. */
  on?: boolean
  danger?: boolean
  /** Has a border, next to other controls with borders. */
  framed?: boolean
  /** A dot for new content. The name has to say what is new. */
  dot?: boolean
  render?: ReactElement<Record<string, unknown>>
}

const widths: Record<ControlSize, string> = {
  24: 'min-w-(--size-control-sm)',
  28: 'min-w-(--size-control-md)',
  32: 'min-w-(--size-control)',
  36: 'min-w-(--size-control-lg)',
}

export function IconButton(props: IconButtonProps) {
  const { name, icon: Icon, hotkey, size = 28, on, danger, framed, dot, render, className, ...rest } = props
  const shared = {
    ...rest,
    'aria-label': name,
    'aria-pressed': on,
    className: classNames(
      'relative inline-flex flex-none items-center justify-center rounded-control border transition-colors duration-(--dur-fast)',
      height[size],
      widths[size],
      framed ? 'border-control bg-raised' : 'border-transparent',
      'disabled:text-ink-faint data-popup-open:bg-hover',
      on
        ? 'bg-accent-tint text-accent'
        : danger
          ? 'text-bad hover:bg-bad-tint'
          : 'text-ink-soft not-disabled:hover:bg-hover not-disabled:hover:text-ink',
      className,
    ),
    children: (
      <>
        <Icon className={classNames(size === 24 && 'size-3.5', 'touch:size-5')} />
        {/* At the icon's corner: on touch screens the button is far larger than its icon. */}
        {dot && (
          <span className="absolute start-[calc(50%+0.375rem)] bottom-[calc(50%+0.375rem)] size-1.5 rounded-pill bg-accent ring-2 ring-canvas" />
        )}
      </>
    ),
  }
  return (
    <Tooltip name={name} hotkey={hotkey}>
      {render ? cloneElement(render, shared) : <button type="button" {...shared} />}
    </Tooltip>
  )
}
