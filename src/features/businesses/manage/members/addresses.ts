/** As the service checks it: one @, something before it, a domain with a dot behind it. */
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/

export interface Addresses {
  /** Each once, in their order. */
  valid: string[]
  invalid: string[]
}

/**
 * What was typed or pasted: addresses with commas, semicolons, spaces or lines between, also as
 * mail programs copy them ("Ana Ruiz <ana@example.com>").
 */
export function addressesIn(text: string): Addresses {
  // What stands before an address in brackets is a name, which in quotes may have commas in it.
  const plain = text.replace(/(?:"[^"\n]*"|[^,;\n<>"])*<([^<>\n]*)>/g, ' $1 ')
  const words = plain.split(/[\s,;]+/).filter(Boolean)
  const seen = new Map(words.map((word) => [word.toLowerCase(), word]))
  const all = [...seen.values()]
  return {
    valid: all.filter((word) => ADDRESS.test(word)),
    invalid: all.filter((word) => !ADDRESS.test(word)),
  }
}
