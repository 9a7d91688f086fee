import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type HeadButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: LucideIcon
}

/** An icon button in a header, with a touch-sized target. */
export function HeadButton({ label, icon: Icon, className, ...rest }: HeadButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'grid size-11 flex-none place-items-center rounded-control text-ink focus-inset enabled:hover:bg-hover disabled:text-ink-faint aria-pressed:text-accent',
        className,
      )}
    >
      <Icon className="size-5" />
    </button>
  )
}
