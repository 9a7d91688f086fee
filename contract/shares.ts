import { z } from 'zod'
import { CreatedBy, createdByFilter } from './created-by.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { StoredFamily } from './storage.ts'

const instant = z.iso.datetime()

/**
 * State of a link. `unavailable`: its file was deleted, has expired or is in quarantine; links work
 * again when the file is restored or released.
 */
export const ShareState = z.enum(['active', 'expired', 'revoked', 'used_up', 'unavailable']).meta({
  id: 'ShareState',
  description:
    'State of a share link. `unavailable`: the file was deleted, has expired or is in quarantine, or the account of the owner is locked, suspended or closed.',
})
export type ShareState = z.infer<typeof ShareState>

/**
 * Whether a visitor has to enter an e-mail address, and whether to verify it with a code.
 */
export const EmailGate = z.enum(['none', 'ask', 'confirm']).meta({
  id: 'EmailGate',
  description: 'Whether visitors must give an e-mail address (`ask`) and confirm it with a code (`confirm`).',
})
export type EmailGate = z.infer<typeof EmailGate>

const SharedFile = z.object({
  file_name: z.string().meta({ description: 'File name.' }),
  file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
  format: z.string().nullable().meta({ description: 'Format; null if unknown.' }),
  family: StoredFamily,
  sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
})

/** A share link for its owner. */
export const Share = z
  .object({
    link_id: z.uuid().meta({ description: 'Id of the link.' }),
    id: z.uuid().meta({ description: 'The same as `link_id`.' }),
    token: z.string().nullable().meta({
      description:
        'Secret: opens the link, as `{token}` in the paths of the public operations. The token is derived from the key of the instance, and only its hash is stored; null if the link was created under another key.',
    }),
    url: z.string().nullable().meta({
      description:
        'Secret: absolute URL of the page of the link, which contains `token`; null if `token` is null.',
    }),
    name: z.string().meta({ description: 'Title of the public page.' }),
    message: z.string().meta({ description: 'Message on the public page; may be empty.' }),
    file_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the shared file; null for the result of a conversion.' }),
    conversion_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the conversion whose result is shared; null for a stored file.' }),
    file: SharedFile.meta({ description: 'Details of the shared file.' }),
    state: ShareState,
    has_password: z.boolean().meta({ description: 'Whether a password is required.' }),
    email_gate: EmailGate,
    allow_preview: z.boolean().meta({ description: 'Whether the public page shows a preview.' }),
    notify: z.boolean().meta({ description: 'Whether the owner is notified by e-mail of each download.' }),
    max_downloads: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Maximum number of downloads; null if unlimited.' }),
    downloads: z.int().min(0).meta({
      description: 'Number of downloads, including readings on the public page, each of which counts as one.',
    }),
    views: z.int().min(0).meta({ description: 'Number of views.' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Expiry time of the link; null if it does not expire.' }),
    revoked_at: instant.nullable().meta({ description: 'Time the link was revoked; null if it was not.' }),
    quarantined_at: instant.nullable().optional().meta({
      description:
        'Time an administrator quarantined the shared file; null if it is not in quarantine. The link works again after the file is released.',
    }),
    last_viewed_at: instant
      .nullable()
      .meta({ description: 'Time of the last view; null if there was none.' }),
    last_downloaded_at: instant
      .nullable()
      .meta({ description: 'Time of the last download; null if there was none.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time of creation.' }),
  })
  .meta({ id: 'Share', description: 'A share link, for its owner.' })
export type Share = z.infer<typeof Share>

const SharesQuery = listQuery(['created_at']).extend({
  ...createdByFilter,
  state: ShareState.optional().meta({ description: 'Only links in this state.' }),
  file_id: z.uuid().optional().meta({ description: 'Only links of this file.' }),
  conversion_id: z.uuid().optional().meta({ description: 'Only links of this conversion.' }),
  q: z.string().max(100).optional().meta({ description: 'Part of the title or file name.' }),
})
export const ShareList = listOf('ShareList', Share)

/** Sent in the body only, never in a URL. */
const password = z.string().min(4).max(128)
const email = z.email().max(254)
const settings = {
  name: z.string().trim().min(1).max(200),
  message: z.string().max(1000),
  expires_at: z.iso.datetime({ offset: true }).nullable(),
  password: password.nullable(),
  max_downloads: z.int().min(1).max(1_000_000).nullable(),
  email_gate: EmailGate,
  notify: z.boolean(),
  allow_preview: z.boolean(),
}

export const CreateShareJson = z
  .strictObject({
    file_id: z.uuid().optional().meta({ description: 'Id of a stored file to share.' }),
    conversion_id: z
      .uuid()
      .optional()
      .meta({ description: 'Id of a conversion whose result is shared until it expires.' }),
    s3_key: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Key of a stored file or of a conversion result of the caller.' }),
    name: settings.name
      .optional()
      .meta({ description: 'Title of the public page; the file name by default.' }),
    message: settings.message.default('').meta({ description: 'Message on the public page.' }),
    expires_at: settings.expires_at
      .default(null)
      .meta({ description: 'Expiry time of the link; null if it does not expire.' }),
    password: settings.password
      .default(null)
      .meta({ description: 'Password that visitors enter; null for none.' }),
    max_downloads: settings.max_downloads
      .default(null)
      .meta({ description: 'Maximum number of downloads; null if unlimited.' }),
    email_gate: settings.email_gate.default('none'),
    notify: settings.notify
      .default(false)
      .meta({ description: 'Whether the owner is notified by e-mail of each download.' }),
    allow_preview: settings.allow_preview
      .default(true)
      .meta({ description: 'Whether the public page shows a preview.' }),
  })
  .refine((json) => [json.file_id, json.conversion_id, json.s3_key].filter(Boolean).length === 1, {
    message: 'Name one of file_id, conversion_id and s3_key.',
    path: ['file_id'],
  })
  .meta({ id: 'CreateShareJson', description: 'A new share link.' })

export const UpdateShareJson = z
  .strictObject({
    name: settings.name.optional().meta({ description: 'Title of the public page.' }),
    message: settings.message.optional().meta({ description: 'Message on the public page.' }),
    expires_at: settings.expires_at
      .optional()
      .meta({ description: 'Expiry time of the link; null if it does not expire.' }),
    password: settings.password
      .optional()
      .meta({ description: 'Password that visitors enter; null to remove it.' }),
    max_downloads: settings.max_downloads
      .optional()
      .meta({ description: 'Maximum number of downloads; null if unlimited.' }),
    email_gate: settings.email_gate.optional(),
    notify: settings.notify
      .optional()
      .meta({ description: 'Whether the owner is notified by e-mail of each download.' }),
    allow_preview: settings.allow_preview
      .optional()
      .meta({ description: 'Whether the public page shows a preview.' }),
  })
  .meta({ id: 'UpdateShareJson', description: 'Settings of a share link to change.' })

/** `read`: a visitor started to read the file in the page, which counts as a download. */
export const SHARE_EVENTS = ['viewed', 'read', 'downloaded', 'password_wrong'] as const
const ShareEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(SHARE_EVENTS).meta({ description: 'Type of the event.' }),
    at: instant.meta({ description: 'Time of the event.' }),
    address: z.string().meta({ description: 'IP address of the visitor.' }),
    device: z
      .string()
      .meta({ description: 'Browser and operating system of the visitor.', example: 'Firefox 144 on Linux' }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'E-mail address given by the visitor; null if there is none.' }),
    email_confirmed: z
      .boolean()
      .meta({ description: 'Whether the e-mail address was confirmed with a code.' }),
  })
  .meta({ id: 'ShareEvent', description: 'An event of a share link.' })
export const ShareEventList = listOf('ShareEventList', ShareEvent)

/**
 * Data of the public page. Behind a password or an e-mail gate it contains nothing about the file
 * until the link is opened.
 */
export const PublicShare = z
  .object({
    locked: z.boolean().meta({ description: 'Whether the link must be unlocked first.' }),
    requires_password: z.boolean().meta({ description: 'Whether a password is required.' }),
    email_gate: EmailGate,
    from: z
      .object({
        name: z.string().meta({ description: 'Name of the sender.' }),
        initial: z.string().meta({ description: 'First letter of the name.' }),
      })
      .meta({ description: 'Sender of the link.' }),
    title: z.string().nullable().meta({ description: 'Title of the public page; null while locked.' }),
    message: z.string().nullable().meta({ description: 'Message of the sender; null while locked.' }),
    file: SharedFile.nullable().meta({ description: 'Details of the file; null while locked.' }),
    preview: z
      .object({
        kind: z.enum(['picture', 'audio', 'video']).meta({ description: 'Kind of the preview.' }),
        picture_url: z.string().nullable().meta({
          description:
            'URL of an image of the file, or of the first frame of a video; null if there is none.',
        }),
        sample_url: z
          .string()
          .nullable()
          .meta({ description: 'URL of the beginning of an audio or video file; null for other files.' }),
      })
      .nullable()
      .meta({ description: 'Preview created by the server, never the file itself; null if there is none.' }),
    entries: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Path in the archive.' }),
          size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
        }),
      )
      .nullable()
      .meta({ description: 'First entries of a ZIP; null for other files.' }),
    entry_count: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Number of files in the archive; null for other files.' }),
    readable: z.boolean().meta({
      description:
        'Whether the file can be redeemed for reading on the public page, which requires a PDF and allowed previews.',
    }),
    reading_until: instant.nullable().meta({
      description:
        'Time until which this browser can continue to read and download the file without being counted again; null if it has not started.',
    }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Expiry time of the link; null if it does not expire, or while locked.' }),
    downloads_left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Remaining downloads; null if unlimited or while locked.' }),
    created_at: instant.nullable().meta({ description: 'Time the link was created; null while locked.' }),
  })
  .meta({ id: 'PublicShare', description: 'A share link as shown to visitors.' })
export type PublicShare = z.infer<typeof PublicShare>

/** Opens a locked link for this request, and in a browser for 15 minutes. */
export const OpenShareJson = z
  .strictObject({
    password: z.string().max(128).optional().meta({ description: 'Password of the link.' }),
    email: email.optional().meta({ description: 'E-mail address of the visitor.' }),
    code: z
      .string()
      .max(12)
      .optional()
      .meta({ description: 'Code sent to `email`, if the e-mail address must be confirmed.' }),
  })
  .meta({ id: 'OpenShareJson', description: 'Credentials that unlock a share link.' })

export const RedeemShareJson = OpenShareJson.extend({
  to: z.enum(['take', 'read']).default('take').meta({
    description:
      '`take`: a download. `read`: a URL for a viewer, which works only in this browser, for any number of requests. A browser that is already reading is not counted again.',
  }),
}).meta({
  id: 'RedeemShareJson',
  description: 'Credentials that unlock a share link, and the use of the file.',
})

export const Redeemed = z
  .object({
    download_url: z
      .string()
      .meta({ description: 'Absolute URL of the file. Each request checks that the link still works.' }),
    expires_at: instant.meta({ description: 'Expiry time of the URL.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
    downloads_left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Remaining downloads; null if unlimited.' }),
  })
  .meta({ id: 'Redeemed', description: 'A redeemed share link.' })

const SHARES = '/api/v1/user/shares/'
const PUBLIC = `${SHARES}public/{token}/` as const
const shareParams = z.object({ link_id: z.uuid().meta({ description: 'Id of the share link.' }) })
const publicParams = z.object({
  token: z.string().min(20).max(100).meta({ description: 'Token of the link.' }),
})
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
/** A link that doesn't open reveals neither its file nor its owner. */
const closed = ['not_found', 'share_expired', 'share_revoked', 'share_used_up', 'share_unavailable'] as const
const locked = ['share_locked', 'share_password_wrong', 'invalid_code'] as const

export const shareEndpoints = {
  listShares: endpoint({
    method: 'GET',
    path: SHARES,
    auth: 'account',
    permission: 'shares:read',
    area: 'shares',
    summary: 'List share links',
    description:
      'Lists the share links of the account, newest first, with the number of views and downloads.',
    query: SharesQuery,
    responses: { 200: ShareList },
  }),
  createShare: endpoint({
    method: 'POST',
    path: SHARES,
    auth: 'account',
    permission: 'shares:write',
    area: 'shares',
    summary: 'Create a share link',
    description:
      'Shares a stored file or the result of a conversion, given by its id or key. The link can have a password, an expiry time, a download limit and an e-mail gate.',
    json: CreateShareJson,
    idempotent: true,
    responses: { 201: Share },
    problems: ['not_found', 'expired', 'not_finished', 'share_rule', 'idempotency_conflict', ...jsonProblems],
  }),
  getShare: endpoint({
    method: 'GET',
    path: `${SHARES}{link_id}/`,
    auth: 'account',
    permission: 'shares:read',
    area: 'shares',
    summary: 'Get a share link',
    description: 'Returns the link with its settings, state and counts.',
    params: shareParams,
    responses: { 200: Share },
    problems: ['not_found'],
    extension: true,
  }),
  updateShare: endpoint({
    method: 'PATCH',
    path: `${SHARES}{link_id}/`,
    auth: 'account',
    permission: 'shares:write',
    area: 'shares',
    summary: 'Update a share link',
    description:
      'Changes only the settings in the request. A new password locks the link for browsers that unlocked it before.',
    params: shareParams,
    json: UpdateShareJson,
    responses: { 200: Share },
    problems: ['not_found', 'share_rule', ...jsonProblems],
    extension: true,
  }),
  renewShare: endpoint({
    method: 'POST',
    path: `${SHARES}{link_id}/renew/`,
    auth: 'account',
    permission: 'shares:write',
    area: 'shares',
    summary: 'Replace the URL of a share link',
    description: 'Creates a new token. The previous URL stops working; settings and counts are kept.',
    params: shareParams,
    responses: { 200: Share },
    problems: ['not_found'],
    extension: true,
  }),
  revokeShare: endpoint({
    method: 'DELETE',
    path: `${SHARES}{link_id}/`,
    auth: 'account',
    permission: 'shares:write',
    area: 'shares',
    summary: 'Revoke a share link',
    description: 'The link stops working immediately. Its record is kept for the owner.',
    params: shareParams,
    responses: { 204: null },
    problems: ['not_found'],
  }),
  listShareEvents: endpoint({
    method: 'GET',
    path: `${SHARES}{link_id}/events/`,
    auth: 'account',
    permission: 'shares:read',
    area: 'shares',
    summary: 'List views and downloads of a share link',
    description:
      'Lists events, newest first, each with the time, IP address and device, and the e-mail address if the visitor gave one.',
    params: shareParams,
    query: listQuery(['created_at']),
    responses: { 200: ShareEventList },
    problems: ['not_found'],
    extension: true,
  }),
  getPublicShare: endpoint({
    method: 'GET',
    path: PUBLIC,
    auth: 'anyone',
    area: 'shares',
    summary: 'Get a public share',
    description:
      'Returns the title, the sender and details of the file, never the file itself. While the link is locked, nothing about the file is returned.',
    params: publicParams,
    responses: { 200: PublicShare },
    problems: closed,
  }),
  openPublicShare: endpoint({
    method: 'POST',
    path: `${PUBLIC}open/`,
    auth: 'anyone',
    area: 'shares',
    summary: 'Unlock a share link',
    description:
      'Accepts the password, e-mail address and code that the link requires. A browser can then preview and download the file for 15 minutes.',
    params: publicParams,
    json: OpenShareJson,
    responses: { 200: PublicShare },
    problems: [...closed, ...locked, ...jsonProblems],
    extension: true,
  }),
  sendShareCode: endpoint({
    method: 'POST',
    path: `${PUBLIC}email-code/`,
    auth: 'anyone',
    area: 'shares',
    summary: 'Send a code to the e-mail address of a visitor',
    description: 'Sends a code for links whose e-mail gate is `confirm`. Rate-limited per link and address.',
    params: publicParams,
    json: z
      .strictObject({
        email: email.meta({ description: 'E-mail address to which the code is sent.' }),
        password: z
          .string()
          .max(128)
          .optional()
          .meta({ description: 'Password of the link, if it has one.' }),
      })
      .meta({ id: 'ShareCodeJson', description: 'E-mail address to send a code to.' }),
    responses: { 204: null },
    problems: [...closed, ...locked, ...jsonProblems],
    extension: true,
  }),
  redeemPublicShare: endpoint({
    method: 'POST',
    path: `${PUBLIC}download/`,
    auth: 'anyone',
    area: 'shares',
    summary: 'Redeem a share link for a download URL',
    description:
      'Counts one download and returns a URL that is valid for a short time. For locked links, the request also contains the password and code.',
    params: publicParams,
    json: RedeemShareJson.prefault({}),
    responses: { 200: Redeemed },
    problems: [...closed, ...locked, ...jsonProblems],
  }),
  downloadPublicFile: endpoint({
    method: 'GET',
    path: `${PUBLIC}file/{grant}/`,
    auth: 'open',
    area: 'shares',
    summary: 'Download a shared file',
    description:
      'Returns the file at a URL from `redeemPublicShare`. Each request checks that the link still works.',
    params: publicParams.extend({
      grant: z.string().min(20).max(100).meta({ description: 'Grant of the redeemed link.' }),
    }),
    responses: { 200: BYTES, 206: BYTES },
    problems: [...closed, 'link_expired'],
    extension: true,
  }),
  getPublicPreview: endpoint({
    method: 'GET',
    path: `${PUBLIC}preview/{part}/`,
    auth: 'open',
    area: 'shares',
    summary: 'Get a preview of a shared file',
    description:
      'Returns an image of the file, or the beginning of an audio or video file, if the owner allows previews.',
    params: publicParams.extend({
      part: z.enum(['picture', 'sample']).meta({ description: 'Part of the preview.' }),
    }),
    responses: { 200: BYTES, 206: BYTES },
    problems: [...closed, 'share_locked'],
    extension: true,
  }),
  reportPublicShare: endpoint({
    method: 'POST',
    path: `${PUBLIC}report/`,
    auth: 'anyone',
    area: 'shares',
    summary: 'Report a share to the administrator',
    description:
      'Sends the reason to the administrator of the instance. The owner of the link is not notified.',
    params: publicParams,
    json: z
      .strictObject({
        reason: z.string().trim().min(1).max(1000).meta({ description: 'Reason of the report.' }),
        email: email.optional().meta({ description: 'E-mail address for questions of the administrator.' }),
      })
      .meta({ id: 'ReportShareJson', description: 'A report about a share link.' }),
    responses: { 204: null },
    problems: [...closed, ...jsonProblems],
    extension: true,
  }),
} as const
