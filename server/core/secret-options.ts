import { sql } from 'drizzle-orm'
import { conversions } from './schema.ts'

/** Options that open or lock a file. They are never shown, and forgotten when the conversion has ended. */
const SECRET = ['password', 'user_password', 'owner_password']

/** The options as anybody may see them. */
export const withoutSecrets = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !SECRET.includes(name)))

/** The stored options without the secrets, for an update. */
export const forgetSecrets = sql`${conversions.options} - array[${sql.raw(SECRET.map((name) => `'${name}'`).join(', '))}]`
