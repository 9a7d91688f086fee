import type { ComponentProps } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type CombInputProps = ComponentProps<'input'> & {
  cells: number
  /** CSS pixels. */
  width: number
  fontSize: number
}

/** A text input with one character centered in each of several equal cells. */
export function CombInput({ cells, width, fontSize, className, ...input }: CombInputProps) {
  const cell = width / cells
  return (
    <span
      className={classNames(className, 'overflow-hidden focus-within:outline-2 focus-within:outline-accent')}
      style={{
        backgroundImage: `repeating-linear-gradient(to right, transparent 0 ${cell - 1}px, var(--color-accent) ${cell - 1}px ${cell}px)`,
      }}
    >
      <input
        {...input}
        className="absolute inset-y-0 bg-transparent font-mono outline-none"
        style={{
          fontSize: Math.min(fontSize, cell / 0.7),
          left: `calc((${cell}px - 1ch) / 2)`,
          letterSpacing: `calc(${cell}px - 1ch)`,
          // Space for the caret after the last character; otherwise the input would scroll.
          width: 'calc(100% + 4px)',
        }}
      />
    </span>
  )
}
