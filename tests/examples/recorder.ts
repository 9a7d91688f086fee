import { appendFileSync } from 'node:fs'

/** A call that succeeded, of which `scripts/examples.ts` may make the example of its operation. */
export interface Recorded {
  method: string
  path: string
  /** What was sent: a JSON value, or a form's fields, in which a file is its name. */
  json?: unknown
  form?: Record<string, string | string[]>
  status: number
  body?: unknown
}

/** The file that calls are kept in. Without it nothing is kept. */
const { RECORD_EXAMPLES } = process.env

/** Keeps a call that succeeded: one line of JSON each. */
export function record(call: Recorded) {
  if (RECORD_EXAMPLES && call.status < 300) appendFileSync(RECORD_EXAMPLES, `${JSON.stringify(call)}\n`)
}

/** A form's fields as the example has them. */
export function fieldsOf(form: FormData): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {}
  for (const name of form.keys()) {
    const values = form.getAll(name).map((value) => (typeof value === 'string' ? value : value.name))
    fields[name] = values.length === 1 ? (values[0] as string) : values
  }
  return fields
}
