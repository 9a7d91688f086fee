/** Crockford’s base32 alphabet: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' }

export const CODE_LENGTH = 8

/** Normalizes an entered code: capitals, look-alikes as digits, other characters removed. */
export function readCode(typed: string): string {
  return [...typed.toUpperCase()]
    .map((character) => MISREAD[character] ?? character)
    .filter((character) => ALPHABET.includes(character))
    .join('')
    .slice(0, CODE_LENGTH)
}

/** A code in two groups, as on the desk: `7KXP 42MQ`. */
export const groupCode = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')
