/** Comparison key of a promo code: NFKC, upper case, without spaces and dashes. */
export const promoKey = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
