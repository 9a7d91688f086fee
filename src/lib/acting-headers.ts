/**
 * What says in a request for which business it acts; nothing where a person acts for themselves.
 */
export const actingHeaders = (business: string | null): Record<string, string> =>
  business === null ? {} : { 'x-business-id': business }
