const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
/** Word repeats letters after `z`: `aa`, `bb`; more repetitions mean a broken file. */
const MOST_LETTERS = 30

/** A list number in Word's format (ECMA-376, `ST_NumberFormat`); unknown formats are decimal. */
export function numberText(value: number, format: string): string {
  switch (format) {
    case 'none':
      return ''
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'lowerLetter':
      return letters(value)
    case 'upperLetter':
      return letters(value).toUpperCase()
    case 'lowerRoman':
      return roman(value)
    case 'upperRoman':
      return roman(value).toUpperCase()
    default:
      return String(value)
  }
}

function letters(value: number): string {
  const times = Math.floor((value - 1) / 26) + 1
  if (value < 1 || times > MOST_LETTERS) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(times)
}

function roman(value: number): string {
  if (value < 1 || value > 32_767) return String(value)
  let rest = value
  let text = ''
  for (const [worth, sign] of ROMAN) {
    text += sign.repeat(Math.floor(rest / worth))
    rest %= worth
  }
  return text
}
