/** The request header that names the business to act for; none for the user's own account. */
export const actingHeaders = (business: string | null): Record<string, string> =>
  business === null ? {} : { 'x-business-id': business }
