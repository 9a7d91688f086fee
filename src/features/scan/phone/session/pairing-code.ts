/** Characters of Crockford’s base32: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' }

export const CODE_LENGTH = 8

/**
 * The characters of a typed code, in capitals, with look-alikes read as digits. All others are left
 * out.
 */
export function readCode(typed: string): string {
  return [...typed.toUpperCase()]
    .map((character) => MISREAD[character] ?? character)
    .filter((character) => ALPHABET.includes(character))
    .join('')
    .slice(0, CODE_LENGTH)
}

/** A code in two groups, as the desk shows it: `7KXP 42MQ`. */
export const groupCode = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')
