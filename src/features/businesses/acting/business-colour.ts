const COLOURS = 6

/** The color of a business, derived from its id, so that it is the same everywhere. */
export function colourOf(business_id: string): string {
  let sum = 0
  for (const letter of business_id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return `var(--color-who-${(sum % COLOURS) + 1})`
}
