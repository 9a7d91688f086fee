import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type TextButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode
  render?: ReactElement<Record<string, unknown>>
}

/** An inline action in text: "Compare", "Share". With `render` it is a link. */
export function TextButton({ children, render, className, ...rest }: TextButtonProps) {
  const shared = {
    ...rest,
    className: classNames(
      'link relative rounded-mark touch:after:absolute touch:after:-inset-3.5',
      className,
    ),
    children,
  }
  return render ? cloneElement(render, shared) : <button type="button" {...shared} />
}
