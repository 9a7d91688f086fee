/** As the service checks it: one @, something before it, a domain with a dot behind it. */
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/

export interface Addresses {
  /** Each once, in their order. */
  valid: string[]
  invalid: string[]
}

/**
 * What was typed or pasted: addresses with commas, semicolons, spaces or lines between, also as mail programs copy them
 * ("Ana Ruiz <ana@example.com>").
 */
export function addressesIn(text: string): Addresses {
  const bracketed = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, address]) => address as string)
  // What stands before an address in brackets is a name.
  const rest = bracketed.length > 0 ? text.replace(/[^,;\n<>]*<[^<>]*>/g, ' ') : text
  const words = [...bracketed, ...rest.split(/[\s,;]+/)].filter(Boolean)
  const seen = new Map(words.map((word) => [word.toLowerCase(), word]))
  const all = [...seen.values()]
  return {
    valid: all.filter((word) => ADDRESS.test(word)),
    invalid: all.filter((word) => !ADDRESS.test(word)),
  }
}
