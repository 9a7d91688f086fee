/** A few numbers side by side, on one sheet. */
export function Figures({ figures }: { figures: readonly { name: string; value: string }[] }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-sheet border border-line-strong bg-line sm:grid-cols-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="bg-surface px-4 py-3 outline outline-line">
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="title text-title">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
