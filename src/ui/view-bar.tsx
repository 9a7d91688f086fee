import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Tooltip } from './tooltip.tsx'

/** The toolbar at the bottom of a view: pages, zoom, rotation. The view is positioned. */
export function ViewBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="pointer-events-none @container absolute inset-x-2 bottom-2 z-1 flex justify-center">
      <div
        role="toolbar"
        aria-label={label}
        className="pointer-events-auto flex max-w-full items-center gap-0.5 overflow-x-auto rounded-sheet border border-inverse-line bg-inverse p-1 text-small text-on-inverse [scrollbar-width:none]"
      >
        {children}
      </div>
    </div>
  )
}

type ViewBarButtonProps = Omit<ComponentProps<'button'>, 'children' | 'name'> & {
  /** The action's name. Visible if there is no icon. */
  name: string
  icon?: LucideIcon
  /** The pressed state of a toggle. */
  on?: boolean
  hotkey?: string
  /** Hidden in narrow views, earlier on touch screens: the action has another control. */
  spare?: boolean
}

export function ViewBarButton({ name, icon: Icon, on, hotkey, spare, ...rest }: ViewBarButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={Icon ? name : undefined}
      aria-pressed={on}
      {...rest}
      className={classNames(
        'inline-flex min-h-(--size-control-md) min-w-(--size-control-md) flex-none items-center justify-center rounded-control px-1.5 transition-colors duration-(--dur-fast)',
        'hover:bg-inverse-line focus-visible:-outline-offset-2 focus-visible:outline-on-inverse disabled:text-on-inverse-soft disabled:opacity-60',
        on && 'bg-inverse-line',
        spare && 'touch:@max-md:hidden @max-xs:hidden',
      )}
    >
      {Icon ? <Icon className="touch:size-5" /> : name}
    </button>
  )
  return Icon ? (
    <Tooltip name={name} hotkey={hotkey} side="top">
      {button}
    </Tooltip>
  ) : (
    button
  )
}

type ViewBarFigureProps = { children: ReactNode; live?: boolean; spare?: boolean }

/** A value between the buttons: "Page 4 of 12", "94%". */
export function ViewBarFigure({ children, live, spare }: ViewBarFigureProps) {
  return (
    <span
      aria-live={live ? 'polite' : undefined}
      className={classNames(
        'flex-none px-1.5 text-center whitespace-nowrap',
        spare && 'touch:@max-md:hidden @max-xs:hidden',
      )}
    >
      {children}
    </span>
  )
}

export function ViewBarLine() {
  return <span className="mx-1 h-4 flex-none border-s border-inverse-line" />
}
