import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Passwords: at least 8 and at most 128 characters, any characters, no rules of composition (ASVS 6.2.1, 6.2.5, 6.2.9).
 * Names: letters, digits, dot, dash and underscore, so that one can stand in a URL and never looks like an e-mail address.
 */
export const PASSWORD = { min: 8, max: 128 } as const
export const USERNAME_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9._-]{1,38})$'

const Username = z
  .string()
  .regex(new RegExp(USERNAME_PATTERN), 'Two to 39 letters, digits, dots, dashes or underscores.')
  .meta({ example: 'maren' })
const Email = z.email('This is not an e-mail address.').max(254).meta({ example: 'maren@harbour.example' })

export const User = z
  .object({
    id: z.uuid(),
    username: Username,
    email: z.string().meta({ example: 'maren@harbour.example' }),
    email_verified: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    is_admin: z.boolean(),
    language: z.string().meta({ description: 'A BCP 47 tag.', example: 'en' }),
    time_zone: z.string().meta({ description: 'An IANA name.', example: 'Europe/Lisbon' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

const SignedIn = z.object({ user: User }).meta({ id: 'SignedIn' })

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'This is not a time zone.')
  .meta({ example: 'Europe/Lisbon' })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const accountEndpoints = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/signup/',
    auth: 'anyone',
    area: 'account',
    summary: 'Make an account; a visitor’s conversions come along',
    json: z
      .strictObject({
        username: Username,
        email: Email,
        password: z
          .string()
          .min(PASSWORD.min, 'At least 8 characters.')
          .max(PASSWORD.max, 'At most 128 characters.'),
        time_zone: timeZone.optional(),
      })
      .meta({ id: 'SignUp' }),
    idempotent: true,
    responses: { 201: SignedIn },
    problems: ['username_taken', 'email_taken', 'idempotency_conflict'],
    extension: true,
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/login/',
    auth: 'anyone',
    area: 'account',
    summary: 'Log in with a user name or e-mail address and a password; a visitor’s conversions come along',
    json: z
      .strictObject({ username: z.string().min(1).max(254), password: z.string().min(1).max(PASSWORD.max) })
      .meta({ id: 'LogIn' }),
    responses: { 200: SignedIn },
    problems: ['invalid_credentials'],
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/logout/',
    auth: 'anyone',
    area: 'account',
    summary: 'End the session',
    responses: { 204: null },
  }),
  getMe: endpoint({
    method: 'GET',
    path: '/api/v1/user/me/',
    auth: 'account',
    area: 'account',
    summary: 'The signed-in user’s profile',
    responses: { 200: User },
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/api/v1/user/me/',
    auth: 'account',
    area: 'account',
    summary: 'Change the profile',
    json: z
      .strictObject({
        first_name: z.string().max(100),
        last_name: z.string().max(100),
        language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'This is not a language tag.'),
        time_zone: timeZone,
      })
      .partial()
      .meta({ id: 'UserUpdate' }),
    responses: { 200: User },
  }),
} as const
