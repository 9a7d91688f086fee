/** A day in a list: its name in serif, the date beside it. */
export function DayHeading({ name, note }: { name: string; note?: string }) {
  return (
    <h2 className="flex min-h-9 items-end gap-2 border-b border-line-strong bg-canvas px-(--inset,1rem) pb-1">
      <span className="title text-[1rem]/5">{name}</span>
      {note && <span className="text-small/5 text-ink-soft">{note}</span>}
    </h2>
  )
}
