/**
 * An amount in minor units, in the locale's format: 2900 EUR is €29.00, 2900 JPY is ¥2,900. `short`
 * omits minor units that are zero (€29), `fine` shows fractions of them (€0.016).
 */
export function formatMoney(
  { amount, currency }: { amount: number; currency: string },
  locale?: string,
  precision: 'exact' | 'short' | 'fine' = 'exact',
): string {
  const style = { style: 'currency', currency } as const
  const units = minorUnits(currency)
  return new Intl.NumberFormat(locale, {
    ...style,
    ...(precision === 'short' && { trailingZeroDisplay: 'stripIfInteger' }),
    ...(precision === 'fine' && { maximumFractionDigits: Math.log10(units) + 2 }),
  })
    .format(amount / units)
    .replace('-', '−')
}

/** Minor units per unit of a currency: 100 for EUR, 1 for JPY. */
export const minorUnits = (currency: string): number =>
  10 **
  (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
