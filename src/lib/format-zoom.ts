/** 1.5 → "150%": a zoom factor, which may exceed 100%. */
export const formatZoom = (scale: number, locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(scale)
