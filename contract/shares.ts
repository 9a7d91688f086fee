import { z } from 'zod'
import { CreatedBy, createdByFilter } from './created-by.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { StoredFamily } from './storage.ts'

const instant = z.iso.datetime()

/**
 * How a link stands. `unavailable`: its file was deleted, has expired or is in quarantine;
 * restoring or releasing it opens its links again.
 */
export const ShareState = z.enum(['active', 'expired', 'revoked', 'used_up', 'unavailable']).meta({
  id: 'ShareState',
  description: 'State of a share link. `unavailable`: its file was deleted, has expired or is in quarantine.',
})
export type ShareState = z.infer<typeof ShareState>

/**
 * Whether whoever comes says their e-mail address, and whether they show by a code that it is
 * theirs.
 */
export const EmailGate = z.enum(['none', 'ask', 'confirm']).meta({
  id: 'EmailGate',
  description: 'Whether visitors give an e-mail address, and whether they confirm it by a code.',
})
export type EmailGate = z.infer<typeof EmailGate>

const SharedFile = z.object({
  file_name: z.string().meta({ description: 'File name.' }),
  file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
  format: z.string().nullable().meta({ description: 'Format; null if unknown.' }),
  family: StoredFamily,
  sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
})

/** A share link as its owner sees it. */
export const Share = z
  .object({
    link_id: z.uuid().meta({ description: 'Id of the link.' }),
    id: z.uuid().meta({ description: 'The same as `link_id`.' }),
    token: z.string().nullable().meta({
      description:
        'Secret: opens the link, as `{token}` in the paths of the public operations. Derived from the instance’s key, only its hash is stored; null if the link was created under another key.',
    }),
    url: z.string().nullable().meta({
      description:
        'Secret: absolute URL of the link’s page, which contains `token`; null when `token` is null.',
    }),
    name: z.string().meta({ description: 'The title that the public page has.' }),
    message: z.string().meta({ description: 'Message on the public page; may be empty.' }),
    file_id: z.uuid().nullable().meta({ description: 'Id of the shared file; null for a conversion.' }),
    conversion_id: z.uuid().nullable().meta({ description: 'Where a conversion’s output is shared.' }),
    file: SharedFile.meta({ description: 'Facts about the shared file.' }),
    state: ShareState,
    has_password: z.boolean().meta({ description: 'Whether a password is required.' }),
    email_gate: EmailGate,
    allow_preview: z.boolean().meta({ description: 'Whether the public page shows a preview.' }),
    notify: z.boolean().meta({ description: 'Whether the owner is told by mail of each download.' }),
    max_downloads: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Highest number of downloads; null if unlimited.' }),
    downloads: z.int().min(0).meta({ description: 'Also the readings in the page: each counts as one.' }),
    views: z.int().min(0).meta({ description: 'Number of views.' }),
    expires_at: instant.nullable().meta({ description: 'When the link stops working; null if never.' }),
    revoked_at: instant.nullable().meta({ description: 'When it was revoked; null if it was not.' }),
    quarantined_at: instant.nullable().optional().meta({
      description:
        'When an administrator put the shared file in quarantine; null if it is not in quarantine. The link opens again once the file is released.',
    }),
    last_viewed_at: instant.nullable().meta({ description: 'When it was last viewed; null if never.' }),
    last_downloaded_at: instant
      .nullable()
      .meta({ description: 'When it was last downloaded; null if never.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'When it was created.' }),
  })
  .meta({ id: 'Share', description: 'A share link, for its owner.' })
export type Share = z.infer<typeof Share>

const SharesQuery = listQuery(['created_at']).extend({
  ...createdByFilter,
  state: ShareState.optional().meta({ description: 'Only items in this state.' }),
  file_id: z.uuid().optional().meta({ description: 'Only links of this file.' }),
  conversion_id: z.uuid().optional().meta({ description: 'Only links of this conversion.' }),
  q: z.string().max(100).optional().meta({ description: 'Part of the title or the file’s name.' }),
})
export const ShareList = listOf('ShareList', Share)

/** In the body alone, never in an address. */
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
      .meta({ description: 'Shares its output, for as long as that is kept.' }),
    s3_key: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Key of an object of the caller to share.' }),
    name: settings.name.optional().meta({ description: 'The file’s name, where none is given.' }),
    message: settings.message.default('').meta({ description: 'Message on the public page.' }),
    expires_at: settings.expires_at
      .default(null)
      .meta({ description: 'When the link stops working; null for never.' }),
    password: settings.password
      .default(null)
      .meta({ description: 'Password that visitors enter; null for none.' }),
    max_downloads: settings.max_downloads
      .default(null)
      .meta({ description: 'Highest number of downloads; null for unlimited.' }),
    email_gate: settings.email_gate.default('none'),
    notify: settings.notify
      .default(false)
      .meta({ description: 'Whether the owner is sent an e-mail for each download.' }),
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
      .meta({ description: 'When the link stops working; null for never.' }),
    password: settings.password.optional().meta({ description: 'Null takes it away.' }),
    max_downloads: settings.max_downloads
      .optional()
      .meta({ description: 'Highest number of downloads; null for unlimited.' }),
    email_gate: settings.email_gate.optional(),
    notify: settings.notify
      .optional()
      .meta({ description: 'Whether the owner is sent an e-mail for each download.' }),
    allow_preview: settings.allow_preview
      .optional()
      .meta({ description: 'Whether the public page shows a preview.' }),
  })
  .meta({ id: 'UpdateShareJson', description: 'Settings of a share link to change.' })

/** `read`: somebody has begun to read it in the page, which counts as a download. */
export const SHARE_EVENTS = ['viewed', 'read', 'downloaded', 'password_wrong'] as const
const ShareEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(SHARE_EVENTS).meta({ description: 'What happened.' }),
    at: instant.meta({ description: 'When it happened.' }),
    address: z.string().meta({ description: 'Network address of the visitor.' }),
    device: z
      .string()
      .meta({ description: 'Browser and system of the visitor.', example: 'Firefox 144 on Linux' }),
    email: z.string().nullable().meta({ description: 'As they gave it.' }),
    email_confirmed: z.boolean().meta({ description: 'Whether the address was confirmed by a code.' }),
  })
  .meta({ id: 'ShareEvent', description: 'One event of a share link.' })
export const ShareEventList = listOf('ShareEventList', ShareEvent)

/**
 * What the public page shows. Behind a password or an e-mail gate nothing is said of the file until
 * it is opened.
 */
export const PublicShare = z
  .object({
    locked: z.boolean().meta({ description: 'Whether the link has to be unlocked first.' }),
    requires_password: z.boolean().meta({ description: 'Whether a password is required.' }),
    email_gate: EmailGate,
    from: z
      .object({
        name: z.string().meta({ description: 'Name of the sender.' }),
        initial: z.string().meta({ description: 'First letter of the name.' }),
      })
      .meta({ description: 'Who shares the file.' }),
    title: z.string().nullable().meta({ description: 'Null while locked, as is what follows.' }),
    message: z.string().nullable().meta({ description: 'Message of the sender; null while locked.' }),
    file: SharedFile.nullable().meta({ description: 'Facts about the file; null while locked.' }),
    preview: z
      .object({
        kind: z.enum(['picture', 'audio', 'video']).meta({ description: 'Kind of the preview.' }),
        picture_url: z
          .string()
          .nullable()
          .meta({ description: 'An image of it, or of a video’s beginning.' }),
        sample_url: z.string().nullable().meta({ description: 'The beginning of an audio or video file.' }),
      })
      .nullable()
      .meta({ description: 'Made by our workers: never the file itself.' }),
    entries: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Path in the archive.' }),
          size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
        }),
      )
      .nullable()
      .meta({ description: 'Of a ZIP: the first of what is in it.' }),
    entry_count: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Number of files in the archive; null if the file is none.' }),
    readable: z.boolean().meta({
      description:
        'Whether it can be redeemed to be read in the page: a PDF, where its owner lets it be previewed.',
    }),
    reading_until: instant.nullable().meta({
      description:
        'Until then this browser can continue to read and download the file without being counted again; null if it has not started.',
    }),
    expires_at: instant
      .nullable()
      .meta({ description: 'When the link stops working; null if never or while locked.' }),
    downloads_left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Downloads that are left; null if unlimited or while locked.' }),
    created_at: instant.nullable().meta({ description: 'When the link was created; null while locked.' }),
  })
  .meta({ id: 'PublicShare', description: 'A share link, for its visitors.' })
export type PublicShare = z.infer<typeof PublicShare>

/** What opens a locked link, for this one request and, in a browser, for a quarter of an hour. */
export const OpenShareJson = z
  .strictObject({
    password: z.string().max(128).optional().meta({ description: 'Password of the link.' }),
    email: email.optional().meta({ description: 'E-mail address of the visitor.' }),
    code: z
      .string()
      .max(12)
      .optional()
      .meta({ description: 'The one that was sent to `email`, where that must be confirmed.' }),
  })
  .meta({ id: 'OpenShareJson', description: 'What unlocks a share link.' })

export const RedeemShareJson = OpenShareJson.extend({
  to: z.enum(['take', 'read']).default('take').meta({
    description:
      '`read` gives an address for a viewer, that works in this browser alone and as often as it takes; where this browser reads already, nothing is counted.',
  }),
}).meta({ id: 'RedeemShareJson', description: 'What unlocks a share link, and how its file is used.' })

export const Redeemed = z
  .object({
    download_url: z
      .string()
      .meta({ description: 'Absolute. Asks at each request whether the link still opens.' }),
    expires_at: instant.meta({ description: 'When the URL stops working.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    file_size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
    downloads_left: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Downloads that are left; null if unlimited.' }),
  })
  .meta({ id: 'Redeemed', description: 'A download of a share link.' })

const SHARES = '/api/v1/user/shares/'
const PUBLIC = `${SHARES}public/{token}/` as const
const shareParams = z.object({ link_id: z.uuid().meta({ description: 'Id of the share link.' }) })
const publicParams = z.object({
  token: z.string().min(20).max(100).meta({ description: 'Token of the link.' }),
})
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
/** Nothing more is said of a link that does not open: neither what it opened, nor whose it was. */
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
      'Shares a stored file, the result of a conversion or an object of the caller. The link can have a password, an expiry, a download limit and an e-mail gate.',
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
    description: 'Returns the link with its settings, its state and its counts.',
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
      'Changes only the settings that are sent. A new password locks the link for browsers that opened it before.',
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
    description: 'Creates a new token. The earlier URL stops working; settings and counts stay.',
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
    description: 'The link stops working at once. Its record stays for the owner.',
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
      'Lists events newest first, each with time, address and device, and the e-mail address if the visitor gave one.',
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
      'Returns title, sender and file facts of the link, never the file. While the link is locked, nothing about the file is returned.',
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
      'Takes password, e-mail address and code as the link demands. A browser can then preview and download for a quarter of an hour.',
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
    summary: "Send a code to a recipient's e-mail address",
    description: 'Sends a code for links whose e-mail gate is `confirm`. Limited per link and address.',
    params: publicParams,
    json: z
      .strictObject({
        email: email.meta({ description: 'Address to which the code is sent.' }),
        password: z
          .string()
          .max(128)
          .optional()
          .meta({ description: 'Password of the link, if it has one.' }),
      })
      .meta({ id: 'ShareCodeJson', description: 'Address to send a code to.' }),
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
      'Counts one download and returns a URL that works for a short time. Locked links take their password and code in the same request.',
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
    description: 'Serves a URL from `redeemPublicShare`. Each request checks that the link is still open.',
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
    description: 'Sends the reason to the administrator of the instance. The owner of the link is not told.',
    params: publicParams,
    json: z
      .strictObject({
        reason: z.string().trim().min(1).max(1000).meta({ description: 'What is wrong with the share.' }),
        email: email.optional().meta({ description: 'Address for questions of the administrator.' }),
      })
      .meta({ id: 'ReportShareJson', description: 'Report about a share link.' }),
    responses: { 204: null },
    problems: [...closed, ...jsonProblems],
    extension: true,
  }),
} as const
