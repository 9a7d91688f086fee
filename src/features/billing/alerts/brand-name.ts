/** "visa" in the brand's own spelling. */
export const brandName = (brand: string): string =>
  brand === 'amex' ? 'American Express' : brand.charAt(0).toUpperCase() + brand.slice(1)
