/**
 * A person's or thing's id in an address; null for anything else, which the service would refuse.
 */
export const idOf = (value: string | null): string | null =>
  value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : null
