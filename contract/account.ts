import { z } from 'zod'
import { BYTES, endpoint } from './endpoint.ts'
import { singleLine } from './single-line.ts'
import { TimeZone } from './time-zone.ts'

/**
 * Passwords: at least 8 and at most 128 characters, any characters, no rules of composition (ASVS
 * 6.2.1, 6.2.5, 6.2.9). Names: letters, digits, dot, dash and underscore, so that one can stand in
 * a URL and never looks like an e-mail address.
 */
export const PASSWORD = { min: 8, max: 128 } as const
export const USERNAME_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9._-]{1,38})$'
/** Days between the request to delete an account and its deletion; the request can be cancelled. */
export const DELETION_DAYS = 14
/** Maximum size of a profile picture in bytes. */
export const AVATAR_MAX_BYTES = 5_000_000

export const Username = z
  .string()
  .regex(new RegExp(USERNAME_PATTERN), 'Two to 39 letters, digits, dots, dashes or underscores.')
  .meta({ example: 'maren' })
/** A first or last name: one line, because e-mails and lists show it in one. */
export const PersonName = singleLine(100).trim()
export const Email = z
  .email('This is not an e-mail address.')
  .max(254)
  .meta({ example: 'maren@harbour.example' })
export const NewPassword = z
  .string()
  .min(PASSWORD.min, 'At least 8 characters.')
  .max(PASSWORD.max, 'At most 128 characters.')
export const Password = z.string().min(1).max(PASSWORD.max)

export const User = z
  .object({
    id: z.uuid().meta({ description: 'Id of the account.' }),
    username: Username.meta({ description: 'User name.' }),
    email: z.string().meta({ description: 'E-mail address.', example: 'maren@harbour.example' }),
    email_verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed.' }),
    pending_email: z
      .string()
      .nullable()
      .meta({ description: 'New e-mail address that is not confirmed yet; null if there is none.' }),
    first_name: z.string().meta({ description: 'First name; may be empty.' }),
    last_name: z.string().meta({ description: 'Last name; may be empty.' }),
    avatar_url: z
      .string()
      .nullable()
      .meta({ description: 'URL of the profile picture; null if there is none.' }),
    is_admin: z.boolean().meta({ description: 'Whether the account administers this instance.' }),
    has_password: z
      .boolean()
      .meta({ description: 'False if the account has no password and signs in only through a provider.' }),
    password_due: z.boolean().meta({
      description:
        'Whether another person set the password, so that the user should change it. The account works without restrictions until then.',
    }),
    mfa_enabled: z.boolean().meta({ description: 'Whether two-factor authentication is enabled.' }),
    language: z.string().meta({ description: 'Language as a BCP 47 tag.', example: 'en' }),
    time_zone: z.string().meta({ description: 'Time zone as an IANA name.', example: 'Europe/Lisbon' }),
    created_at: z.iso.datetime().meta({ description: 'Time of creation.' }),
    delete_after: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time the account will be deleted; null if no deletion was requested.' }),
  })
  .meta({ id: 'User', description: 'An account.' })
export type User = z.infer<typeof User>

export const accountEndpoints = {
  getMe: endpoint({
    method: 'GET',
    path: '/api/v1/user/me/',
    auth: 'account',
    permission: 'account:read',
    area: 'account',
    summary: 'Get the profile of the signed-in user',
    description:
      'Returns the account of the caller: name, e-mail address, language, time zone, and whether two-factor authentication is enabled. An API key returns the account it belongs to.',
    responses: { 200: User },
  }),
  updateMe: endpoint({
    method: 'PATCH',
    path: '/api/v1/user/me/',
    auth: 'account',
    permission: 'account:write',
    area: 'account',
    summary: 'Update the profile',
    description: 'Changes only the fields in the request. Returns the whole profile.',
    json: z
      .strictObject({
        first_name: PersonName.meta({ description: 'First name; may be empty.' }),
        last_name: PersonName.meta({ description: 'Last name; may be empty.' }),
        language: z
          .string()
          .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'This is not a language tag.')
          .meta({ description: 'BCP 47 tag of the preferred language.' }),
        time_zone: TimeZone,
      })
      .partial()
      .meta({ id: 'UserUpdate', description: 'Profile fields to change.' }),
    responses: { 200: User },
  }),
  deleteMe: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/me/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Request deletion of the account',
    description:
      'Ends all sessions and revokes all API keys immediately. The account and its files are deleted after 14 days; until then `keepAccount` cancels the request. The only owner of a business must transfer or close it first.',
    responses: {
      200: z
        .object({ delete_after: z.iso.datetime().meta({ description: 'Time the account will be deleted.' }) })
        .meta({ id: 'DeletionPlanned', description: 'A scheduled deletion of an account.' }),
    },
    problems: ['last_owner'],
    extension: true,
  }),
  keepAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/me/keep/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    area: 'account',
    summary: 'Cancel the deletion of the account',
    description: 'Works until the time in `delete_after`. Ended sessions and API keys are not restored.',
    responses: { 200: User },
    extension: true,
  }),
  getAvatar: endpoint({
    method: 'GET',
    path: '/api/v1/user/me/avatar/',
    auth: 'account',
    permission: 'account:read',
    area: 'account',
    summary: 'Get the profile picture',
    description: 'Returns a small square WebP image. The response is 404 if the account has no image.',
    query: z.object({
      v: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'Ignored. `avatar_url` contains it, so that a new image has a new URL.' }),
    }),
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  putAvatar: endpoint({
    method: 'PUT',
    path: '/api/v1/user/me/avatar/',
    auth: 'account',
    permission: 'account:write',
    area: 'account',
    summary: 'Set the profile picture',
    description:
      'Accepts an image of any supported format up to 5 MB and stores a small WebP version of it. The uploaded image is not kept.',
    form: z
      .object({ file: z.file().meta({ description: 'Image file.' }) })
      .meta({ id: 'AvatarForm', description: 'Form with a profile picture.' }),
    fileLimit: AVATAR_MAX_BYTES,
    responses: { 200: User },
    problems: [
      'file_missing',
      'file_empty',
      'file_too_large',
      'unsupported_source',
      'inspection_failed',
      'upload_incomplete',
      'malformed_body',
      'unsupported_media_type',
      'malicious_file',
      'storage_full',
    ],
    extension: true,
  }),
  deleteAvatar: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/me/avatar/',
    auth: 'account',
    permission: 'account:write',
    area: 'account',
    summary: 'Remove the profile picture',
    description: 'Deletes the stored image. The response is the same if there is none.',
    responses: { 204: null },
    extension: true,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/password/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Change the password',
    description:
      'Requires `current_password` if the account has a password. Can end all other sessions. The owner is notified by e-mail.',
    json: z
      .strictObject({
        current_password: Password.optional().meta({
          description: 'Current password. Required if the account has a password.',
        }),
        new_password: NewPassword.meta({ description: 'New password, 8 to 128 characters.' }),
        end_other_sessions: z
          .boolean()
          .default(true)
          .meta({ description: 'Whether to end all other sessions.' }),
      })
      .meta({ id: 'PasswordChange', description: 'New password and its options.' }),
    responses: { 204: null },
    problems: ['invalid_credentials', 'weak_password'],
    extension: true,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/email/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Request a new e-mail address',
    description:
      'Sends a link to the new address. The address of the account changes when the link is opened; until then the new address is in `pending_email`.',
    json: z
      .strictObject({ email: Email.meta({ description: 'New e-mail address.' }) })
      .meta({ id: 'EmailChange', description: 'A new e-mail address.' }),
    responses: { 202: User },
    problems: ['email_taken'],
    extension: true,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/email/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    area: 'account',
    summary: 'Cancel a requested e-mail address change',
    description: 'Removes `pending_email` and invalidates the link. The current address stays.',
    responses: { 200: User },
    extension: true,
  }),
  exportMe: endpoint({
    method: 'GET',
    path: '/api/v1/user/export/',
    auth: 'account',
    permission: 'account:read',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Export all data of the account',
    description:
      'Returns a ZIP archive of JSON files with all data that the instance stores about the account, without secrets. The archive is streamed.',
    responses: { 200: BYTES },
    extension: true,
  }),
} as const
