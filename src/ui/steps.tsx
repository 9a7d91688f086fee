import { classNames } from '../lib/class-names.ts'

/**
 * A few things to go through, one bar each: done, the current one, still to come. The words beside
 * them count.
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
