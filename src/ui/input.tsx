import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height, valueFrame } from './control.ts'
import { useFieldControl } from './field.tsx'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: ControlSize
  /** For formats, ids and URLs, in monospace. */
  mono?: boolean
}

export function Input({ size = 32, mono, className, ...props }: InputProps) {
  return (
    <input
      type="text"
      {...useFieldControl()}
      {...props}
      className={classNames(valueFrame, height[size], 'px-2.5', mono && 'mono', className)}
    />
  )
}
