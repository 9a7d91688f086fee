import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Tone = 'plain' | 'accent' | 'ok' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-ink-soft',
  accent: 'bg-accent-tint text-accent',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
}

/** A tinted label for a property. For states use StatusWord. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-[18px] items-center rounded-mark px-1.5 text-micro font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
