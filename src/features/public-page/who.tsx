type WhoProps = {
  from: { name: string; initial: string }
  /** The sender's action: "shared a file with you". */
  text: string
}

/** The sender of the link, and its purpose. */
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
