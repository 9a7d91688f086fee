import { z } from 'zod'
import { BYTES, endpoint } from './endpoint.ts'
import { listQuery } from './lists.ts'
import {
  AuditLog,
  CreateSigningJson,
  RecipientJson,
  SIGNING_LIMITS,
  SigningSession,
  SigningSessionList,
  SigningSessionsQuery,
  SigningTemplate,
  SigningTemplateList,
  TemplateJson,
  UpdateSigningJson,
} from './signing.ts'
import {
  DeclineJson,
  DelegateJson,
  DeviceDrawing,
  DeviceView,
  OpenSigningJson,
  SigningAttachment,
  SigningDevice,
  SigningView,
  SignJson,
} from './signing-public.ts'

const SIGNING = '/api/v1/pdf_handler/signing/'
const SESSION = `${SIGNING}sessions/{session_id}/` as const
const SIGN = `${SIGNING}sign/{token}/` as const
const session = z.object({ session_id: z.uuid().meta({ description: 'Id of the signing session.' }) })
const link = z.object({ token: z.string().min(20).max(100).meta({ description: 'Token of the link.' }) })
const device = z.object({
  device: z.string().min(20).max(100).meta({ description: 'Token of the drawing link.' }),
})
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
/** Problems of a link; one that doesn't open reveals nothing else. */
const closed = ['not_found', 'signing_closed'] as const
const locked = ['signing_locked', 'invalid_code'] as const
const turn = ['signing_misfit', 'signing_incomplete'] as const

export const signingEndpoints = {
  listSigningSessions: endpoint({
    method: 'GET',
    path: `${SIGNING}sessions/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'List signing sessions',
    description:
      'Lists the sessions of the account with their recipients and states. Fields and links of recipients are left out.',
    query: SigningSessionsQuery,
    responses: { 200: SigningSessionList },
    extension: true,
  }),
  createSigningSession: endpoint({
    method: 'POST',
    path: `${SIGNING}sessions/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Create a signing session',
    description:
      'Sends the session to its recipients unless `draft` is true or there are no recipients. The response contains `token` and `sign_url` of each recipient, for the owner only. Without `fields`, each signer gets a signature field at the bottom of the last page.',
    json: CreateSigningJson,
    idempotent: true,
    bodyLimit: 4_000_000,
    responses: { 201: SigningSession },
    problems: [
      'not_found',
      'unsupported_source',
      'inspection_failed',
      'signing_misfit',
      'idempotency_conflict',
      ...jsonProblems,
    ],
  }),
  getSigningSession: endpoint({
    method: 'GET',
    path: SESSION,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'Get a signing session',
    description:
      'Returns the session with recipients, fields and attachments. Recipients include `token` and `sign_url` while the session is open and if the caller has permission to write sessions.',
    params: session,
    responses: { 200: SigningSession },
    problems: ['not_found'],
  }),
  updateSigningSession: endpoint({
    method: 'PATCH',
    path: SESSION,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Update a draft',
    description:
      'Changes only the fields in the request. With `seen`, the change is refused if the draft was changed in the meantime. A session that was sent cannot be updated.',
    params: session,
    json: UpdateSigningJson,
    bodyLimit: 4_000_000,
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', 'signing_changed', ...jsonProblems],
    extension: true,
  }),
  removeSigningSession: endpoint({
    method: 'DELETE',
    path: SESSION,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Delete a signing session',
    description: 'Deletes a draft, or a session that has ended, with its files and audit log.',
    params: session,
    responses: { 204: null },
    problems: ['not_found', 'signing_misfit'],
    extension: true,
  }),
  sendSigningSession: endpoint({
    method: 'POST',
    path: `${SESSION}send/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Send a draft',
    description:
      'Sends the links to the recipients of the first group. Each signer needs a signature field, and all fields must be within the visible area of their pages.',
    params: session,
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', 'inspection_failed'],
    extension: true,
  }),
  duplicateSigningSession: endpoint({
    method: 'POST',
    path: `${SESSION}duplicate/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Duplicate a signing session',
    description:
      'Creates a draft with the document, recipients and fields of a session in any state. Access codes are copied; the deadline and the entries of recipients are not. Delegated parts return to their first recipient.',
    params: session,
    idempotent: true,
    responses: { 201: SigningSession },
    problems: ['not_found', 'inspection_failed', 'idempotency_conflict'],
    extension: true,
  }),
  remindSigning: endpoint({
    method: 'POST',
    path: `${SESSION}remind/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Remind recipients',
    description: 'Resends the link to all recipients whose turn it is, or to one of them.',
    params: session,
    json: z
      .strictObject({
        recipient_id: z.uuid().nullable().default(null).meta({
          description:
            'Id of the recipient to remind. If absent, all recipients whose turn it is are reminded.',
        }),
      })
      .prefault({})
      .meta({ id: 'RemindJson', description: 'Recipient to remind.' }),
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  extendSigning: endpoint({
    method: 'POST',
    path: `${SESSION}extend/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Change the deadline of a session',
    description: 'Sets a later deadline or removes it. An expired session becomes open again.',
    params: session,
    json: z
      .strictObject({
        deadline_at: z.iso
          .datetime({ offset: true })
          .nullable()
          .meta({ description: 'New deadline; null for none.' }),
      })
      .meta({ id: 'ExtendJson', description: 'New deadline.' }),
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  voidSigning: endpoint({
    method: 'POST',
    path: `${SESSION}void/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Void a signing session',
    description:
      'Ends the session for all recipients. All recipients who were sent a link are notified of the reason.',
    params: session,
    json: z
      .strictObject({
        reason: z
          .string()
          .trim()
          .max(1000)
          .default('')
          .meta({ description: 'Reason sent to the recipients.' }),
      })
      .meta({ id: 'VoidJson', description: 'Reason for voiding a session.' }),
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  changeRecipient: endpoint({
    method: 'PUT',
    path: `${SESSION}recipients/{recipient_id}/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Replace a recipient',
    description: 'Assigns the part to another person and sends them a link. The previous link stops working.',
    params: session.extend({ recipient_id: z.uuid().meta({ description: 'Id of the recipient.' }) }),
    json: RecipientJson.pick({
      name: true,
      email: true,
      access: true,
      access_code: true,
      message: true,
    })
      .strict()
      .meta({ id: 'ChangeRecipientJson', description: 'Person who replaces a recipient.' }),
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  sealSigning: endpoint({
    method: 'POST',
    path: `${SESSION}seal/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Retry sealing the document',
    description:
      'Retries sealing for a session that everybody has signed but whose result could not be created.',
    params: session,
    responses: { 200: SigningSession },
    problems: ['not_found', 'signing_misfit'],
    extension: true,
  }),
  getAuditLog: endpoint({
    method: 'GET',
    path: `${SESSION}log/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'Get the audit log of a session',
    description:
      'Returns all events, each with the hash of the previous one, and whether the chain is intact.',
    params: session,
    responses: { 200: AuditLog },
    problems: ['not_found'],
    extension: true,
  }),
  getSigningDocument: endpoint({
    method: 'GET',
    path: `${SESSION}document/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'Download the document without entries',
    description: 'Returns the PDF without the entries of recipients. Supports one byte range.',
    params: session,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  getSigningResult: endpoint({
    method: 'GET',
    path: `${SESSION}result/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'Download the sealed document',
    description:
      'Returns the PDF with all signatures, the certificate pages and the digital seal. The response is 409 until everybody has signed.',
    params: session,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished'],
    extension: true,
  }),
  getSigningAttachment: endpoint({
    method: 'GET',
    path: `${SESSION}attachments/{attachment_id}/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'Download an attachment of a recipient',
    description:
      'Returns a file that a recipient added to an attachment field. The response is always a download.',
    params: session.extend({ attachment_id: z.uuid().meta({ description: 'Id of the attachment.' }) }),
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  listSigningTemplates: endpoint({
    method: 'GET',
    path: `${SIGNING}templates/`,
    auth: 'account',
    permission: 'signing:read',
    area: 'signing',
    summary: 'List signing templates',
    description: 'Lists the templates of the account with their documents and parts.',
    query: listQuery(['updated_at', 'created_at', 'name']).extend({
      q: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'Only templates whose name contains this text.' }),
    }),
    responses: { 200: SigningTemplateList },
    extension: true,
  }),
  createSigningTemplate: endpoint({
    method: 'POST',
    path: `${SIGNING}templates/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Create a signing template',
    description:
      'Saves the document, parts and fields of a session without the recipients. `createSigningSession` accepts the template by `template_id`.',
    json: TemplateJson,
    responses: { 201: SigningTemplate },
    problems: ['not_found', 'limit_reached', ...jsonProblems],
    extension: true,
  }),
  removeSigningTemplate: endpoint({
    method: 'DELETE',
    path: `${SIGNING}templates/{template_id}/`,
    auth: 'account',
    permission: 'signing:write',
    area: 'signing',
    summary: 'Delete a signing template',
    description: 'Deletes the template. Sessions created from it are kept.',
    params: z.object({ template_id: z.uuid().meta({ description: 'Id of the signing template.' }) }),
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),

  viewSigning: endpoint({
    method: 'GET',
    path: SIGN,
    auth: 'open',
    area: 'signing',
    summary: 'View a document to sign',
    description:
      'Returns what the recipient of the link can see: the document, the fields and the other recipients. While the link is locked, nothing about the document is returned.',
    params: link,
    responses: { 200: SigningView },
    problems: ['not_found'],
  }),
  sign: endpoint({
    method: 'POST',
    path: SIGN,
    auth: 'open',
    area: 'signing',
    summary: 'Sign a document',
    description:
      'Submits the values and the signature of the recipient. Requires consent and all required fields. A repeated request returns the same response and signs once.',
    params: link,
    json: SignJson,
    bodyLimit: 4_000_000,
    responses: { 200: SigningView },
    problems: [...closed, ...locked, ...turn, ...jsonProblems],
  }),
  declineSigning: endpoint({
    method: 'POST',
    path: `${SIGN}decline/`,
    auth: 'open',
    area: 'signing',
    summary: 'Decline to sign',
    description: 'Ends the session for all recipients with the reason, and notifies the owner.',
    params: link,
    json: DeclineJson.prefault({}),
    responses: { 200: SigningView },
    problems: [...closed, ...locked, 'signing_misfit', ...jsonProblems],
  }),
  delegateSigning: endpoint({
    method: 'POST',
    path: `${SIGN}delegate/`,
    auth: 'open',
    area: 'signing',
    summary: 'Delegate signing to another person',
    description:
      'Transfers the part to another person, if the owner allows delegation. This link can then no longer be used to sign.',
    params: link,
    json: DelegateJson,
    responses: { 200: SigningView },
    problems: [...closed, ...locked, 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  openSigning: endpoint({
    method: 'POST',
    path: `${SIGN}open/`,
    auth: 'open',
    area: 'signing',
    summary: 'Unlock a signing link',
    description:
      'Accepts the access code from the owner, or the code sent by `sendSigningCode`. Browsers get a cookie that keeps the link unlocked.',
    params: link,
    json: OpenSigningJson,
    responses: { 200: SigningView },
    problems: [...closed, ...locked, ...jsonProblems],
    extension: true,
  }),
  sendSigningCode: endpoint({
    method: 'POST',
    path: `${SIGN}email-code/`,
    auth: 'open',
    area: 'signing',
    summary: 'Send a code to the recipient',
    description:
      'Sends a code to the e-mail address of the recipient, for links whose access is `email`. Rate-limited per link.',
    params: link,
    responses: { 204: null },
    problems: [...closed, 'signing_misfit'],
    extension: true,
  }),
  readSigningDocument: endpoint({
    method: 'GET',
    path: `${SIGN}document/`,
    auth: 'open',
    area: 'signing',
    summary: 'Download the document to sign',
    description: 'Returns the PDF as it was sent. The first request is recorded as a view.',
    params: link,
    responses: { 200: BYTES, 206: BYTES },
    problems: [...closed, 'signing_locked', 'signing_misfit'],
    extension: true,
  }),
  takeSigningResult: endpoint({
    method: 'GET',
    path: `${SIGN}result/`,
    auth: 'open',
    area: 'signing',
    summary: 'Download the sealed document as a recipient',
    description:
      'Returns the sealed document once everybody has signed. Recipients who delegated have no access.',
    params: link,
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'signing_locked'],
    extension: true,
  }),
  attachToSigning: endpoint({
    method: 'POST',
    path: `${SIGN}attachments/{field_id}/`,
    auth: 'open',
    area: 'signing',
    summary: 'Attach a file to a field',
    description:
      'Uploads the file for an attachment field. It replaces the previous file and becomes visible to the owner after signing.',
    params: link.extend({ field_id: z.uuid().meta({ description: 'Id of the attachment field.' }) }),
    form: z
      .object({ file: z.file().meta({ description: 'The file to attach.' }) })
      .meta({ id: 'SigningAttachmentForm', description: 'Form with an attachment.' }),
    fileLimit: SIGNING_LIMITS.attachment,
    responses: { 201: SigningAttachment },
    problems: [
      ...closed,
      'signing_locked',
      'signing_misfit',
      'file_missing',
      'file_empty',
      'file_too_large',
      'malicious_file',
      'upload_incomplete',
      'unsupported_media_type',
    ],
    extension: true,
  }),
  beginDeviceDrawing: endpoint({
    method: 'POST',
    path: `${SIGN}device/`,
    auth: 'open',
    area: 'signing',
    summary: 'Create a link to draw on another device',
    description:
      'Returns a URL, for example for a QR code, where a phone can draw the signature or the initials.',
    params: link,
    json: z
      .strictObject({ kind: z.enum(['signature', 'initials']).meta({ description: 'What to draw.' }) })
      .meta({ id: 'DeviceJson', description: 'Drawing requested from the second device.' }),
    responses: { 201: SigningDevice },
    problems: [...closed, 'signing_locked', 'signing_misfit', ...jsonProblems],
    extension: true,
  }),
  getDeviceDrawing: endpoint({
    method: 'GET',
    path: `${SIGN}device/`,
    auth: 'open',
    area: 'signing',
    summary: 'Get the drawing from the other device',
    description: 'Returns the image, or null until it is drawn. The first device polls this operation.',
    params: link,
    responses: { 200: DeviceDrawing },
    problems: [...closed, 'signing_locked', 'link_expired'],
    extension: true,
  }),
  viewDevice: endpoint({
    method: 'GET',
    path: `${SIGNING}device/{device}/`,
    auth: 'open',
    area: 'signing',
    summary: 'View a drawing request on the second device',
    description: 'Returns the name of the signer, what to draw, and the expiry time of the link.',
    params: device,
    responses: { 200: DeviceView },
    problems: ['link_expired'],
    extension: true,
  }),
  drawOnDevice: endpoint({
    method: 'POST',
    path: `${SIGNING}device/{device}/`,
    auth: 'open',
    area: 'signing',
    summary: 'Send a drawing from the second device',
    description: 'Stores the image for the first device. Each link accepts one drawing.',
    params: device,
    json: z
      .strictObject({
        picture: z
          .string()
          .max(400_000)
          .regex(/^[A-Za-z0-9+/]+={0,2}$/)
          .meta({ description: 'Drawing as a PNG in Base64.' }),
      })
      .meta({ id: 'DrawnJson', description: 'A drawing from the second device.' }),
    bodyLimit: 500_000,
    responses: { 204: null },
    problems: ['link_expired', ...jsonProblems],
    extension: true,
  }),
} as const
