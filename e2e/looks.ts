/** `FULL=1` runs every combination instead of the pairs. */
const FULL = Boolean(process.env.FULL)

/** Below this width the dashboard has its phone layout. */
const PHONE = 640

export interface Look {
  theme: 'light' | 'dark'
  width: number
}

/** Every width with one theme, so that each theme and each width is checked: dark on phones, light elsewhere. */
export const looks = (...widths: number[]): Look[] =>
  FULL
    ? widths.flatMap((width) => [
        { theme: 'light' as const, width },
        { theme: 'dark' as const, width },
      ])
    : widths.map((width) => ({ theme: width < PHONE ? 'dark' : 'light', width }))

export interface Translation {
  locale: 'pseudo' | 'pseudo-rtl'
  width: number
}

/** Longer words on the narrow screen, right-to-left on the wide one. */
export const translations = (narrow: number, wide: number): Translation[] =>
  FULL
    ? [narrow, wide].flatMap((width) => [
        { locale: 'pseudo' as const, width },
        { locale: 'pseudo-rtl' as const, width },
      ])
    : [
        { locale: 'pseudo', width: narrow },
        { locale: 'pseudo-rtl', width: wide },
      ]
