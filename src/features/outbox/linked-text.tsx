/** Untrusted text in which only same-origin URLs become links. */
export function LinkedText({ text, origin = location.origin }: { text: string; origin?: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 && isOwn(part, origin) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <a key={index} className="link wrap-anywhere" href={part} rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

function isOwn(address: string, origin: string): boolean {
  try {
    return new URL(address).origin === origin
  } catch {
    return false
  }
}
