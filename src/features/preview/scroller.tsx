import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

type ScrollerProps = Omit<ComponentProps<'section'>, 'aria-label'> & { label: string }

/** A scroll container, focusable for keyboard scrolling. */
export function Scroller({ label, className, ...rest }: ScrollerProps) {
  return (
    <section
      {...rest}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      className={classNames('overflow-auto focus-visible:focus-inset', className)}
    />
  )
}
