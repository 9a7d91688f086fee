import type { z } from 'zod'
import { ApiProblem } from '../../core/api-problem.ts'
import { check } from '../../core/check.ts'
import { parseJsonPart } from '../../core/conversion/parse-json-part.ts'
import { refuseParts } from '../../core/receive-upload.ts'

/** A part of a form that is JSON, checked; errors name their path in it. */
export function checkPart<S extends z.ZodType>(schema: S, name: string, text: string): z.output<S> {
  const value = parseJsonPart(name, text)
  try {
    return check(schema, value)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const errors = error.extras.errors ?? []
    throw refuseParts(errors.map(({ path, message }) => ({ path: path ? `${name}.${path}` : name, message })))
  }
}
