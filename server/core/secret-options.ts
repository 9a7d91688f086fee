import { sql } from 'drizzle-orm'
import { conversions } from './schema.ts'

/** Options that open or lock a file. They are never shown, and forgotten when the conversion has ended. */
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

/** The options as anybody may see them. */
export const withoutSecrets = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !SECRET.includes(name)))

/** The stored options without the secrets, for an update. */
export const forgetSecrets = sql`${conversions.options} - array[${sql.raw(SECRET.map((name) => `'${name}'`).join(', '))}]`
