import { type ComponentProps, Fragment } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldControl } from './field.tsx'

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'size' | 'maxLength'> & {
  /** Required outside a Field. */
  label?: string
  value: string
  onChange: (value: string) => void
  /** Called when all digits are entered. */
  onComplete?: (value: string) => void
  digits?: number
}

/**
 * A code input with one box per digit. A single transparent input covers the boxes, so that paste,
 * autofill from text messages, editing and screen readers work as usual.
 */
export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  digits = 6,
  className,
  ...props
}: CodeInputProps) {
  const field = useFieldControl()
  return (
    <div dir="ltr" className={classNames('group relative', className)}>
      <input
        {...field}
        {...props}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-label={label}
        value={value}
        onChange={(event) => {
          const next = event.target.value.replace(/\D/g, '').slice(0, digits)
          onChange(next)
          if (next.length === digits && next !== value) onComplete?.(next)
        }}
        className="absolute inset-0 z-1 w-full cursor-text text-[1rem] opacity-0"
      />
      <div aria-hidden="true" className="flex items-center gap-2">
        {Array.from({ length: digits }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <Fragment key={index}>
            {index > 0 && index * 2 === digits && <span className="w-4 border-t border-line-strong" />}
            <span
              className={classNames(
                'mono grid h-14 min-w-0 flex-1 place-items-center rounded-control border bg-raised text-title font-medium',
                field?.['aria-invalid'] ? 'border-bad' : 'border-control',
                index === Math.min(value.length, digits - 1) &&
                  'group-focus-within:outline-2 group-focus-within:outline-offset-2 group-focus-within:outline-accent',
              )}
            >
              {value[index] ??
                (index === value.length && (
                  <span className="hidden h-6 border-s-[1.5px] border-accent group-focus-within:block" />
                ))}
            </span>
          </Fragment>
        ))}
      </div>
    </div>
  )
}
