import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

type DropAreaProps = ComponentProps<'div'> & {
  /** Covers the area while files are dragged over it: "Drop to add 7 files". */
  hint?: string | undefined
}

/** The dashed box that shows where files can be dropped. It handles no events. */
export function DropArea({ hint, className, children, ...rest }: DropAreaProps) {
  return (
    <div
      {...rest}
      className={classNames(
        'relative rounded-sheet border border-dashed border-control transition-colors duration-(--dur-fast)',
        className,
      )}
    >
      {children}
      {hint && (
        <div
          role="status"
          className="pointer-events-none absolute -inset-px grid place-items-center rounded-sheet border-2 border-accent bg-accent-tint px-4 text-center font-strong text-accent"
        >
          {hint}
        </div>
      )}
    </div>
  )
}
