import { sql } from 'drizzle-orm'
import { conversions } from './schema.ts'

/**
 * Options that open or lock a file. They are never shown, and forgotten when the conversion has
 * ended.
 */
const SECRET = ['password', 'user_password', 'owner_password']

/** Options in two parts: those that anybody may see, and the secrets. */
export function partSecrets(options: Record<string, unknown>): {
  open: Record<string, unknown>
  secret: Record<string, string>
} {
  const secret = SECRET.flatMap((name) =>
    typeof options[name] === 'string' ? [[name, options[name]] as const] : [],
  )
  return { open: withoutSecrets(options), secret: Object.fromEntries(secret) }
}

/** Edits of a PDF are what somebody wrote into it, and may be long: they go with the secrets. */
const EDITS = ['pages', 'fields', 'marks', 'redact', 'file_passwords']
const EDITING = ['edit', 'edit_check']
const isEdit = (operation: string) => EDITING.includes(operation)

/** The options as anybody may see them. */
export const withoutSecrets = (options: Record<string, unknown>, operation = ''): Record<string, unknown> => {
  const hidden = isEdit(operation) ? [...SECRET, ...EDITS] : SECRET
  return Object.fromEntries(Object.entries(options).filter(([name]) => !hidden.includes(name)))
}

/** The stored options without the secrets, for an update. */
export const forgetSecrets = sql`case when ${conversions.operation} = any(${listed(EDITING)})
  then ${conversions.options} - ${listed([...SECRET, ...EDITS])} else ${conversions.options} - ${listed(SECRET)} end`

function listed(names: readonly string[]) {
  return sql.raw(`array[${names.map((name) => `'${name}'`).join(', ')}]`)
}
