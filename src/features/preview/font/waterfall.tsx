import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'

const SIZES = [12, 14, 16, 20, 24, 32, 48, 64]

/** The same line in increasing sizes. */
export function Waterfall({ text, style }: { text: string; style: CSSProperties }) {
  const { t } = useLingui()
  const line = text.split('\n')[0]
  return (
    <ol aria-label={t`First line in ${SIZES.length} sizes`} className="py-3">
      {SIZES.map((size) => (
        <li key={size} className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-x-2 px-4 py-1">
          <span className="mono text-end text-small text-ink-faint">{size}</span>
          <span
            aria-hidden="true"
            dir="auto"
            className="overflow-hidden whitespace-nowrap"
            style={{ ...style, fontSize: size, lineHeight: 1.3 }}
          >
            {line}
          </span>
        </li>
      ))}
    </ol>
  )
}
