/** 1.5 → "150%": how much enlarged, which may well be more than all. */
export const formatZoom = (scale: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(scale)
