/** An id of a URL parameter; null for anything else, which the server would reject. */
export const idOf = (value: string | null): string | null =>
  value !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : null
