import { sql } from 'drizzle-orm'
import { conversions } from './schema.ts'

/** Options with passwords. They are never shown, and erased when the conversion ends. */
const SECRET = ['password', 'user_password', 'owner_password']

/** Splits options into public ones and secrets. */
export function partSecrets(options: Record<string, unknown>): {
  open: Record<string, unknown>
  secret: Record<string, string>
} {
  const secret = SECRET.flatMap((name) =>
    typeof options[name] === 'string' ? [[name, options[name]] as const] : [],
  )
  return { open: withoutSecrets(options), secret: Object.fromEntries(secret) }
}

/** Edits of a PDF are private content, and may be long: they are stored with the secrets. */
const EDITS = ['pages', 'fields', 'marks', 'redact', 'file_passwords']
const EDITING = ['edit', 'edit_check']
const isEdit = (operation: string) => EDITING.includes(operation)

/** The public options. */
export const withoutSecrets = (options: Record<string, unknown>, operation = ''): Record<string, unknown> => {
  const hidden = isEdit(operation) ? [...SECRET, ...EDITS] : SECRET
  return Object.fromEntries(Object.entries(options).filter(([name]) => !hidden.includes(name)))
}

/** SQL for an update that erases the secrets of stored options. */
export const forgetSecrets = sql`case when ${conversions.operation} = any(${listed(EDITING)})
  then ${conversions.options} - ${listed([...SECRET, ...EDITS])} else ${conversions.options} - ${listed(SECRET)} end`

function listed(names: readonly string[]) {
  return sql.raw(`array[${names.map((name) => `'${name}'`).join(', ')}]`)
}
