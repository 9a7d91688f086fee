import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type ToggleProps = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
  /** Places the switch at the end of its line, as in a settings list. */
  isRow?: boolean
}

/** A switch with its label, which takes effect immediately. */
export function Toggle({ isOn, onChange, children, isRow }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 rounded-control text-start',
        isRow ? 'w-full flex-row-reverse justify-between text-ink' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'relative h-4.5 w-8 flex-none rounded-pill border transition-colors duration-(--dur-fast)',
          isOn ? 'border-accent bg-accent' : 'border-control bg-sunk',
        )}
      >
        <span
          className={classNames(
            'absolute top-0.5 size-3 rounded-pill transition-[inset-inline-start] duration-(--dur)',
            isOn ? 'start-[calc(100%-14px)] bg-on-accent' : 'start-0.5 bg-ink-soft',
          )}
        />
      </span>
      <span className="min-w-0">{children}</span>
    </button>
  )
}
