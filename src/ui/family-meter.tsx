import type { Family } from './family.ts'

type FamilyMeterProps = {
  /** Null for unknown families. */
  parts: readonly { family: Family | null; value: number; label: string; says: string }[]
  /** The free amount, if there is a limit. */
  rest?: number
  /** The remaining share at the forecast: a tick. */
  stays?: number | undefined
  /** The text of the empty state. */
  empty: string
}

/**
 * A meter of amounts by family. Without a limit the parts fill it; otherwise the free amount stays
 * open. The legend has the numbers.
 */
export function FamilyMeter({ parts, rest, stays, empty }: FamilyMeterProps) {
  return (
    <>
      <div aria-hidden="true" className="relative h-2">
        <span className="flex h-full gap-px overflow-hidden rounded-[1px]">
          {parts.length === 0 && <span className="flex-1 border border-line-strong bg-sunk" />}
          {parts.map(({ family, value }) => (
            <span
              key={family}
              data-family={family ?? 'other'}
              className="min-w-0.5 basis-0 bg-(--family)"
              style={{ flexGrow: value }}
            />
          ))}
          {parts.length > 0 && rest !== undefined && (
            <span className="basis-0 border border-line-strong bg-sunk" style={{ flexGrow: rest }} />
          )}
        </span>
        {stays !== undefined && (
          <span
            className="absolute -inset-y-[3px] -ms-px w-0.5 bg-ink ring-1 ring-surface"
            style={{ insetInlineStart: `${100 * stays}%` }}
          />
        )}
      </div>
      {parts.length === 0 ? (
        <p className="mt-2 text-small text-ink-soft">{empty}</p>
      ) : (
        <ul className="mt-2 flex flex-wrap gap-x-3 text-small text-ink-soft">
          {parts.map(({ family, label, says }) => (
            <li key={family} data-family={family ?? 'other'} className="flex items-center gap-1.5">
              <span className="size-2.5 bg-(--family)" />
              {label} <span className="font-medium text-ink">{says}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
