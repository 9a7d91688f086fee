import { LoaderIcon, type LucideIcon } from 'lucide-react'
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height } from './control.ts'
import { Kbd } from './kbd.tsx'

export type ButtonVariant = 'primary' | 'second' | 'ghost' | 'danger' | 'danger-solid'

type Common = Omit<ComponentProps<'button'>, 'children' | 'disabled'> & {
  children: ReactNode
  variant?: ButtonVariant
  size?: ControlSize
  icon?: LucideIcon
  /** For buttons that open something: a small chevron at the end. */
  endIcon?: LucideIcon
  hotkey?: string
  /** Takes the full width of its container. */
  wide?: boolean
  /** Renders as this element, for example a router link. */
  render?: ReactElement<Record<string, unknown>>
}

/** The verb is shown while the action is pending, so that the button does not seem to hang. */
type Working = { working?: never; verb?: never } | { working: boolean; verb: string }

/** A reason keeps a disabled button focusable, so that its tooltip can be read. */
type Disabled = { disabled?: boolean; reason?: never } | { disabled: boolean; reason: string }

export type ButtonProps = Common & Working & Disabled

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent bg-accent text-on-accent enabled:hover:border-accent-strong enabled:hover:bg-accent-strong',
  second: 'border-control bg-raised text-ink enabled:hover:bg-hover data-popup-open:bg-hover',
  ghost:
    'border-transparent text-ink-soft enabled:hover:bg-hover enabled:hover:text-ink data-popup-open:bg-hover',
  danger: 'border-control bg-raised text-bad enabled:hover:bg-bad-tint',
  'danger-solid': 'border-bad bg-bad text-on-bad enabled:hover:brightness-90',
}

const off = 'border-line-strong bg-sunk text-ink-faint'

const sizes: Record<ControlSize, string> = {
  24: `${height[24]} px-2 text-small`,
  28: `${height[28]} px-2.5 text-small`,
  32: `${height[32]} px-3`,
  36: `${height[36]} px-4`,
}

export function Button(props: ButtonProps) {
  const {
    variant = 'second',
    size = 32,
    icon: Icon,
    endIcon: EndIcon,
    hotkey,
    wide,
    render,
    ...given
  } = props
  const { working, verb, disabled, reason, className, children, onClick, type = 'button', ...rest } = given
  const reasonId = useId()
  const inert = working || (disabled && reason !== undefined)
  const filled = variant === 'primary' || variant === 'danger-solid'

  const shared = {
    ...rest,
    // Links are never :enabled, so this attribute enables their hover style.
    className: classNames(
      'relative inline-flex items-center justify-center gap-2 rounded-control border py-0.5 text-center font-medium transition-colors duration-(--dur-fast)',
      sizes[size],
      disabled ? off : render ? variants[variant].replaceAll('enabled:', '') : variants[variant],
      wide && 'w-full',
      className,
    ),
  }
  const label = (
    <>
      {Icon && <Icon className={size < 32 ? 'size-3.5 touch:size-5' : 'touch:size-5'} />}
      <span>{children}</span>
      {hotkey && <Kbd on={filled ? 'fill' : 'paper'}>{hotkey}</Kbd>}
      {EndIcon && <EndIcon className="size-3.5" />}
    </>
  )
  // Both labels are stacked, so that the width is always that of the longer one.
  const face =
    working === undefined ? (
      label
    ) : (
      <span className="grid place-items-center *:col-start-1 *:row-start-1 *:flex *:items-center *:gap-2">
        <span className={working ? 'invisible' : undefined}>{label}</span>
        <span className={working ? undefined : 'invisible'} aria-hidden={!working}>
          <LoaderIcon className="turns" />
          {verb}
        </span>
      </span>
    )

  if (render) return cloneElement(render, { ...shared, onClick, children: face })
  const button = (
    <button
      {...shared}
      type={type}
      disabled={disabled && reason === undefined}
      aria-disabled={inert || undefined}
      aria-describedby={disabled && reason !== undefined ? reasonId : rest['aria-describedby']}
      onClick={inert ? (event) => event.preventDefault() : onClick}
    >
      {face}
    </button>
  )
  // With a reason the wrapper stays while enabled: another element type would lose the focus.
  if (reason === undefined) return button
  return (
    <span className={classNames('group relative inline-flex *:[button]:grow', wide && 'w-full')}>
      {button}
      {disabled && (
        <span
          id={reasonId}
          role="tooltip"
          className="pointer-events-none absolute start-0 hidden bottom-full z-(--z-tooltip) mb-1.5 w-max max-w-56 rounded-control bg-inverse px-2 py-1 text-start text-small text-on-inverse group-focus-within:block group-hover:block"
        >
          {reason}
        </span>
      )}
    </span>
  )
}
