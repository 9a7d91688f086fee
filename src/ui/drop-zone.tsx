import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

type DropZoneProps = ComponentProps<'div'> & {
  /** What letting go does, while files are over the window: "Let go to add 7 files". */
  over?: string
}

/** The place to drop: dashed at rest, filled while files are over the window. It listens to nothing itself. */
export function DropZone({ over, className, children, ...rest }: DropZoneProps) {
  return (
    <div
      {...rest}
      className={classNames(
        'relative rounded-sheet border border-dashed border-control transition-colors duration-(--dur-fast)',
        className,
      )}
    >
      {children}
      {over && (
        <div
          role="status"
          className="absolute -inset-px grid place-items-center rounded-sheet border-2 border-accent bg-accent-tint px-4 text-center text-small font-strong text-accent"
        >
          {over}
        </div>
      )}
    </div>
  )
}
