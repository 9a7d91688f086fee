import type { User } from '../../../contract/account.ts'
import type { users } from '../../core/schema.ts'

/** A user as the wire has it. */
export const presentUser = (row: typeof users.$inferSelect): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  email_verified: row.emailVerified,
  first_name: row.firstName,
  last_name: row.lastName,
  is_admin: row.isAdmin,
  language: row.language,
  time_zone: row.timeZone,
  created_at: row.createdAt.toISOString(),
})
