import type { SigningField } from '../../../contract/signing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { SigningRecipientRow } from '../../core/schema.ts'
import { isDate } from './is-date.ts'

type Value = string | boolean
type Person = Pick<SigningRecipientRow, 'id' | 'name' | 'email'>

/** What somebody signs with. */
export interface CheckInput {
  values: Readonly<Record<string, Value>>
  /** The ids of files that they have sent, and by which field. */
  attached: ReadonlyMap<string, string>
  signature: boolean
  initials: boolean
  /** Today, where somebody leaves a date to us. */
  today: string
}

/**
 * A recipient's values, complete and in order, or what is wrong with them, field by field.
 * @returns what is kept, by the id of the field
 * @throws ApiProblem invalid_request, signing_incomplete
 */
export function checkValues(
  fields: readonly SigningField[],
  one: Person,
  given: CheckInput,
): Record<string, Value> {
  const mine = fields.filter(({ recipient_id }) => recipient_id === one.id)
  const known = new Set(mine.filter(({ read_only }) => !read_only).map(({ id }) => id))
  const faults = Object.keys(given.values)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `values.${id}`, message: 'It is not one of your fields.' }))
  const missing: { path: string; message: string }[] = []
  const kept: Record<string, Value> = {}
  for (const field of mine) {
    if (field.read_only) continue
    if (field.kind === 'signature' || field.kind === 'initials') {
      if (field.required && !given[field.kind]) missing.push({ path: field.kind, message: 'It is missing.' })
      continue
    }
    const value = given.values[field.id] ?? presetOf(field, one, given)
    const path = `values.${field.id}`
    if (value === null || value === '' || (field.kind === 'checkbox' && value === false)) {
      if (field.required) missing.push({ path, message: 'It is required.' })
      else if (value === false) kept[field.id] = false
      continue
    }
    const fault = faultOf(field, value, given)
    if (fault) faults.push({ path, message: fault })
    else kept[field.id] = value
  }
  if (faults.length > 0)
    throw new ApiProblem('invalid_request', `Nothing was signed. ${faults[0]?.message}`, { errors: faults })
  if (missing.length > 0)
    throw new ApiProblem(
      'signing_incomplete',
      missing.length === 1
        ? 'One required field is empty. Nothing was signed.'
        : `${missing.length} required fields are empty. Nothing was signed.`,
      { errors: missing },
    )
  return kept
}

/** What stands in a field of which nothing is said: its own value, or what is known anyway. */
function presetOf({ kind, value }: SigningField, one: Person, { today }: CheckInput): Value | null {
  if (value !== null) return value
  if (kind === 'name') return one.name
  if (kind === 'email') return one.email
  if (kind === 'date') return today
  return null
}

function faultOf(field: SigningField, value: Value, { attached }: CheckInput): string | null {
  const { kind, options, max_length: most, min, max } = field
  if (kind === 'checkbox') return typeof value === 'boolean' ? null : 'It must be true or false.'
  if (typeof value !== 'string') return 'It must be text.'
  switch (kind) {
    case 'choice':
    case 'radio':
      return options.includes(value) ? null : 'It is not one of the options.'
    case 'date':
      return isDate(value) ? null : 'Write a date like 2026-11-22.'
    case 'number': {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return 'It must be a number.'
      if (min !== null && number < min) return `At least ${min}.`
      return max !== null && number > max ? `At most ${max}.` : null
    }
    case 'attachment':
      return attached.get(value) === field.id ? null : 'The file was not found. Send it again.'
    default:
      return most !== null && [...value].length > most ? `At most ${most} characters.` : null
  }
}
