/** The extension of a name, in lower case, without the dot; '' if there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
