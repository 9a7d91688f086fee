/** The server's check: one @, text before it, and a domain with a dot after it. */
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/

export interface Addresses {
  /** Without duplicates, in order. */
  valid: string[]
  invalid: string[]
}

/**
 * Parses addresses separated by commas, semicolons, spaces or lines, also with names as in mail
 * programs ("Ana Ruiz <ana@example.com>").
 */
export function addressesIn(text: string): Addresses {
  // Text before an address in brackets is a name, which may contain commas in quotes.
  const plain = text.replace(/(?:"[^"\n]*"|[^,;\n<>"])*<([^<>\n]*)>/g, ' $1 ')
  const words = plain.split(/[\s,;]+/).filter(Boolean)
  const seen = new Map(words.map((word) => [word.toLowerCase(), word]))
  const all = [...seen.values()]
  return {
    valid: all.filter((word) => ADDRESS.test(word)),
    invalid: all.filter((word) => !ADDRESS.test(word)),
  }
}
