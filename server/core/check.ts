import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Refuses what does not fit, naming every field that is wrong. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const named = errors.map((e) => (e.path ? `${e.path}: ${e.message}` : e.message)).join(' ')
  throw new Refusal('invalid_request', `Nothing was done. ${named}`, { errors })
}
