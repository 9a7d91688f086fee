type WhoProps = {
  from: { name: string; initial: string }
  /** What the sender did: "shared a file with you". */
  text: string
}

/** Who sent the link, and what for. */
export function Who({ from, text }: WhoProps) {
  return (
    <header className="landing-who">
      <span className="landing-initial" aria-hidden="true">
        {from.initial}
      </span>
      <span className="landing-from" translate="no">
        <bdi>{from.name}</bdi>
      </span>
      <span className="landing-says">{text}</span>
    </header>
  )
}
