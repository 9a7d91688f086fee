import { dictionary } from '@zxcvbn-ts/language-common'
import { ApiProblem } from './api-problem.ts'

/** Some 49,000 passwords that are common in breaches. */
const KNOWN: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[])

/**
 * Refuses easily guessed passwords: those known from breaches, a repeated character or a run, and
 * the user's name or address. No composition rules (ASVS 6.2.4, 6.2.5, 6.2.11, 6.2.12).
 * @throws ApiProblem weak_password
 */
export function refuseWeakPassword(
  password: string,
  own: { username: string; email: string },
  path = 'password',
): void {
  const plain = password.normalize('NFKC').toLowerCase()
  const words = [own.username, own.email, own.email.split('@', 1)[0] ?? '', 'filewright'].map((word) =>
    word.toLowerCase(),
  )
  const why = KNOWN.has(plain)
    ? 'It appears in known data breaches.'
    : new Set(plain).size <= 2 || isRun(plain)
      ? 'It is a sequence of characters.'
      : words.some((word) => word.length > 2 && plain.startsWith(word) && isTail(plain.slice(word.length)))
        ? 'It is your name or the product’s name.'
        : null
  if (!why) return
  throw new ApiProblem('weak_password', `${why} Use a few unrelated words.`, {
    errors: [{ path, message: why }],
  })
}

/** Digits and symbols appended to a word. */
const isTail = (rest: string) => /^[\d\W_]*$/u.test(rest)

/** Each character follows or precedes the previous one: "12345678", "hgfedcba". */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0])
}
