/** 1482 → "1,482", in the active locale; negative numbers have a real minus sign, "−3". */
export function formatNumber(value: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value).replace('-', '−')
}

/** From 100 to 118: "18%", without a sign; the text says the direction. */
export function formatChange(from: number, to: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(
    Math.abs(to - from) / from,
  )
}

/** 56.4 → "56%". Never rounds up to 100%. */
export function formatPercent(percent: number, locale?: string): string {
  const whole = percent < 100 ? Math.min(99, Math.round(percent)) : 100
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(whole / 100)
}
