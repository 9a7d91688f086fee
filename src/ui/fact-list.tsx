export interface Fact {
  name: string
  value: string
  /** An id, a code, a number: whole with one press, in letters of one width. */
  mono?: boolean
  /** Somebody's own words, which no translator is to touch. */
  own?: boolean
}

/** Names at the start, what is known at the end. What is not known is left out. */
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
