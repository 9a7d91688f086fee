import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height } from './control.ts'

type SegmentedProps<V extends string> = {
  /** The accessible name: "Period". */
  label: string
  /** Two to four. */
  options: readonly { value: V; label: string; icon?: LucideIcon; count?: number }[]
  value: V
  onChange: (value: V) => void
  size?: ControlSize
  wide?: boolean
}

export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  size = 28,
  wide,
}: SegmentedProps<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'rounded-control border border-control bg-raised text-small',
        wide ? 'flex' : 'inline-flex',
      )}
    >
      {options.map(({ value: own, label, icon: Icon, count }) => (
        <label
          key={own}
          className={classNames(
            'relative inline-flex flex-auto items-center justify-center gap-1.5 border-y border-control px-2.5 transition-colors duration-(--dur-fast) not-first:border-s first:rounded-s-[3px] last:rounded-e-[3px]',
            'has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            height[size],
            '-my-px',
            own === value
              ? 'bg-accent-tint bg-clip-padding font-strong text-accent'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {Icon && <Icon className="size-3.5" />}
          {label}
          {count !== undefined && <span className="font-regular">{count}</span>}
        </label>
      ))}
    </div>
  )
}
