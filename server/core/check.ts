import type { z } from 'zod'
import { ApiProblem } from './api-problem.ts'

/** Validation errors per field, as user-facing messages. */
export const faultsOf = (error: z.ZodError) =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].map(String).join('.'),
        message: 'Unknown field.',
      }))
    }
    return { path: issue.path.map(String).join('.'), message: inWords(issue) }
  })

/** Keeps the contract's messages; rewrites those of the library. */
function inWords(issue: z.core.$ZodIssue): string {
  if (/^[^:]+\.$/.test(issue.message)) return issue.message
  const characters = 'origin' in issue && issue.origin === 'string' ? ' characters' : ''
  switch (issue.code) {
    case 'too_big':
      return `At most ${issue.maximum}${characters}.`
    case 'too_small':
      return issue.minimum === 1 && characters ? 'It is empty.' : `At least ${issue.minimum}${characters}.`
    case 'invalid_value':
      return `One of ${issue.values.join(', ')}.`
    case 'invalid_type':
      return issue.input === undefined ? 'It is missing.' : `It must be a ${issue.expected}.`
    default:
      return 'It has an invalid format.'
  }
}

const isText = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Deeper than any valid input, and below the limit of recursion. */
const DEEPEST = 100
class TooDeep extends Error {}

/**
 * Yields paths of strings with a NUL character or a lone surrogate: JSON allows both, but the
 * database can store neither.
 * @throws TooDeep if the value is nested too deeply to process
 */
function* untexts(value: unknown, path = '', depth = 0): Generator<string> {
  if (depth > DEEPEST) throw new TooDeep()
  if (typeof value === 'string' && !isText(value)) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    if (isText(name)) yield* untexts(one, path ? `${path}.${name}` : name, depth + 1)
    else yield path
  }
}

function faultsIn(schema: z.ZodType, value: unknown) {
  try {
    const broken = [...untexts(value)].map((path) => ({
      path,
      message: 'It contains an invalid character.',
    }))
    const parsed = schema.safeParse(value, { reportInput: true })
    return { parsed, errors: parsed.success ? broken : faultsOf(parsed.error) }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return { parsed: null, errors: [{ path: '', message: 'It is nested too deeply.' }] }
  }
}

/** Validates a value; refuses it with all field errors. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { parsed, errors } = faultsIn(schema, value)
  if (parsed?.success && errors.length === 0) return parsed.data as z.output<S>
  const named = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ')
  throw new ApiProblem('invalid_request', `Nothing was done. ${named}`, { errors })
}
