type DayHeadingProps = {
  name: string
  note?: string
  /** Machine-readable: "2026-11-21". */
  day?: string
}

/** The heading of a day in a list: its name in serif, with the date next to it. */
export function DayHeading({ name, note, day }: DayHeadingProps) {
  return (
    <h2 className="flex min-h-9 items-end gap-2 border-b border-line-strong bg-canvas px-(--inset,1rem) pb-1 max-sm:px-4">
      <time dateTime={day} className="flex items-end gap-2">
        <span className="title text-[1rem]/5">{name}</span>
        {note && <span className="text-small/5 text-ink-soft">{note}</span>}
      </time>
    </h2>
  )
}
