/** `FULL=1` runs every combination instead of the pairs. */
const FULL = Boolean(process.env.FULL)

/** Below this width the dashboard has its phone layout. */
const PHONE = 640

export interface Look {
  theme: 'light' | 'dark'
  width: number
}

/**
 * Every width with one theme, so that each theme and each width is checked: dark on phones, light
 * elsewhere.
 */
export const looks = (...widths: number[]): Look[] =>
  FULL
    ? widths.flatMap((width) => [
        { theme: 'light' as const, width },
        { theme: 'dark' as const, width },
      ])
    : widths.map((width) => ({ theme: width < PHONE ? 'dark' : 'light', width }))

export interface View extends Look {
  locale: 'en' | 'pseudo' | 'pseudo-rtl'
}

const LOCALES = ['en', 'pseudo', 'pseudo-rtl'] as const

/**
 * Looks with a translation each: longer words on phones, right-to-left elsewhere. What is
 * accessible and fits with longer words does so with those that people see.
 */
export const views = (...widths: number[]): View[] =>
  looks(...widths).flatMap((look) =>
    (FULL ? LOCALES : [look.width < PHONE ? LOCALES[1] : LOCALES[2]]).map((locale) => ({ ...look, locale })),
  )
