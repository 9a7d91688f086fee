import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { valueFrame } from './control.ts'
import { useFieldControl } from './field.tsx'

/** Grows with its content where the browser supports it; `rows` is the minimum. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl()}
      {...props}
      className={classNames(valueFrame, 'field-sizing-content min-h-16 px-2.5 py-1.5', className)}
    />
  )
}
