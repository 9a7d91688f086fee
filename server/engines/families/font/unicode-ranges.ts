/** The syntax of ranges as in CSS: `U+0020-007E, U+20AC`. Empty for none. */
export const UNICODE_RANGES =
  /^\s*(U\+[0-9A-F]{1,6}(-(U\+)?[0-9A-F]{1,6})?(\s*,\s*U\+[0-9A-F]{1,6}(-(U\+)?[0-9A-F]{1,6})?)*)?\s*$/i

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0300-0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'

/** Character sets by script, each with the basic Latin that its texts also use. */
export const PRESETS: Record<string, string> = {
  ascii: 'U+0020-007E',
  latin: LATIN,
  'latin-ext': `${LATIN},U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF`,
  vietnamese: `${LATIN},U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0309,U+0323,U+1EA0-1EF9,U+20AB`,
  greek: `${LATIN},U+0370-03FF,U+1F00-1FFF`,
  cyrillic: `${LATIN},U+0301,U+0400-052F,U+1C80-1C88,U+20B4,U+2116,U+2DE0-2DFF,U+A640-A69F`,
  hebrew: `${LATIN},U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F`,
  arabic: `${LATIN},U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FEFC`,
}

/** Parses ranges to pairs of first and last code point. */
export function parseRanges(text: string): [first: number, last: number][] {
  return text
    .split(',')
    .map((part) => part.trim().replace(/U\+/gi, ''))
    .filter(Boolean)
    .map((part) => {
      const [first = '', last = first] = part.split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    })
}
