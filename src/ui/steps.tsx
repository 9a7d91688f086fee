import { classNames } from '../lib/class-names.ts'

/**
 * Progress through a few steps, one bar each: done, current, upcoming. The text next to them
 * counts.
 */
export function Steps({
  done,
  total,
  says,
}: {
  done: number
  total: number /** "2 of 5 fields" */
  says: string
}) {
  return (
    <div className="flex items-center gap-2.5 text-small">
      <span aria-hidden="true" className="flex min-w-0 gap-1">
        {Array.from({ length: total }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={index}
            className={classNames(
              'h-1.5 w-7 min-w-1 rounded-[1px] border',
              index < done ? 'border-accent bg-accent' : index === done ? 'border-accent' : 'border-control',
            )}
          />
        ))}
      </span>
      <span className="flex-none font-medium">{says}</span>
    </div>
  )
}
