type WhoProps = {
  from: { name: string; initial: string }
  /** What the sender did: "shared a file with you". */
  says: string
}

/** Who sent the link, and what for. */
export function Who({ from, says }: WhoProps) {
  return (
    <header className="landing-who">
      <span className="landing-initial" aria-hidden="true">
        {from.initial}
      </span>
      <span className="landing-from" translate="no">
        <bdi>{from.name}</bdi>
      </span>
      <span className="landing-says">{says}</span>
    </header>
  )
}
