/**
 * What codes are compared by: letters in one case and one form (NFKC), without spaces and dashes.
 */
export const promoKey = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
