const COLOURS = 6

/** A business has the same colour on every page and for everybody: it follows from its id. */
export function colourOf(business_id: string): string {
  let sum = 0
  for (const letter of business_id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return `var(--color-who-${(sum % COLOURS) + 1})`
}
