export interface Fact {
  name: string
  value: string
  /** An id, a code or a number: monospace, selected as a whole with one click. */
  mono?: boolean
  /** Text by users, which must not be translated. */
  own?: boolean
}

/** A description list: names at the start, values at the end. Unknown values are omitted. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid content-start gap-1.5">
      {facts
        .filter(({ value }) => value !== '')
        .map(({ name, value, mono, own }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="flex-none text-ink-soft">{name}</dt>
            <dd
              translate={mono || own ? 'no' : undefined}
              className={
                mono
                  ? 'mono min-w-0 text-end text-small/5 break-all select-all'
                  : 'min-w-0 text-end wrap-anywhere'
              }
            >
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
