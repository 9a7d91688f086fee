import type { ProblemCode } from '../../../contract/problems.ts'
import { refuseParts } from '../receive-upload.ts'

/**
 * Parses a form part as a JSON object; an absent or empty part is an empty object.
 * @throws ApiProblem with `code`
 */
export function parseJsonPart(
  name: string,
  text: string | undefined,
  code: ProblemCode = 'invalid_request',
): Record<string, unknown> {
  if (text === undefined || text === '') return {}
  const refuse = (reason: string) =>
    refuseParts([{ path: name, message: `It is not a JSON object: ${reason}.` }], code)
  const value = parse(text, refuse)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('it is another value')
  return value as Record<string, unknown>
}

function parse(text: string, refuse: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The rest of the parser's message quotes the part, which may contain a password.
    const [reason = ''] = (error as SyntaxError).message.split(', "')
    throw refuse(reason)
  }
}
