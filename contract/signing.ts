import { z } from 'zod'
import { CreatedBy, createdByFilter } from './created-by.ts'
import { listOf, listQuery } from './lists.ts'
import { PdfRect } from './pdf-edits.ts'
import { RECIPIENT_ROLES, RECIPIENT_STATES, SESSION_STATES } from './signing-states.ts'

/** Limits of one session, and of an account's templates. */
export const SIGNING_LIMITS = {
  recipients: 50,
  fields: 1000,
  places: 200,
  options: 100,
  templates: 200,
  /** Maximum bytes of a file that a recipient uploads. */
  attachment: 25_000_000,
} as const

const instant = z.iso.datetime()
const email = z.email().max(254)
const title = z.string().trim().min(1).max(200)
const message = z.string().trim().max(4000)
const person = z.string().trim().min(1).max(120)
const pageNumber = z.int().min(1).max(20_000)

/**
 * Verification of a recipient in addition to the link: none, a code that the owner gives them
 * separately, or a code sent to their e-mail address when they open the link.
 */
export const RECIPIENT_ACCESS = ['link', 'code', 'email'] as const

export const FIELD_KINDS = [
  'signature',
  'initials',
  'date',
  'name',
  'email',
  'text',
  'number',
  'checkbox',
  'radio',
  'choice',
  'attachment',
] as const

/** Types of fields that recipients fill in. */
export const SigningField = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of the field.' }),
    recipient_id: z.uuid().meta({ description: 'Id of the recipient who completes the field.' }),
    kind: z.enum(FIELD_KINDS).meta({ description: 'Kind of the field.' }),
    places: z
      .array(
        z.strictObject({
          page: pageNumber.meta({ description: 'Page number, counted from 1.' }),
          rect: PdfRect,
          option: z
            .string()
            .trim()
            .min(1)
            .max(200)
            .optional()
            .meta({ description: 'For a `radio`: the option at this position.' }),
        }),
      )
      .min(1)
      .max(SIGNING_LIMITS.places)
      .meta({ description: 'Positions of the field on the pages. All of them show the same value.' }),
    label: z.string().trim().max(200).default('').meta({ description: 'Label; may be empty.' }),
    help: z.string().trim().max(500).default('').meta({ description: 'Help text; may be empty.' }),
    required: z.boolean().default(true).meta({ description: 'Whether a value is required.' }),
    value: z
      .union([z.string().max(10_000), z.boolean()])
      .nullable()
      .default(null)
      .meta({ description: 'Initial value; null if empty.' }),
    read_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the initial value cannot be changed.' }),
    options: z
      .array(z.string().trim().min(1).max(200))
      .max(SIGNING_LIMITS.options)
      .default([])
      .meta({ description: 'Options of a `choice` or a `radio`.' }),
    max_length: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .default(null)
      .meta({ description: 'Maximum number of characters; null if unlimited.' }),
    min: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Minimum of a `number`; null if unlimited.' }),
    max: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Maximum of a `number`; null if unlimited.' }),
    form_field: z.string().max(1000).nullable().default(null).meta({
      description:
        'Name of the form field of the PDF that the field was created from and that it fills; null if there is none.',
    }),
  })
  .meta({ id: 'SigningField', description: 'A field that a recipient completes.' })
export type SigningField = z.infer<typeof SigningField>

/** A field of a new session. */
export const NewSigningField = SigningField.extend({
  id: z.uuid().optional().meta({ description: 'Id of the field; generated if absent.' }),
  recipient_id: z.uuid().optional().meta({
    description:
      'Id of the recipient who completes the field. Can be absent if `recipient_email` is given, or if the session has one signer.',
  }),
  recipient_email: email.optional().meta({
    description: 'E-mail address of the recipient who completes the field, instead of `recipient_id`.',
  }),
}).meta({ id: 'NewSigningField', description: 'A field of a new session.' })

/** A participant of a session, as entered by its owner. */
export const RecipientJson = z
  .strictObject({
    id: z
      .uuid()
      .optional()
      .meta({ description: 'Id of the recipient, so that fields can refer to it; generated if absent.' }),
    name: person.meta({ description: 'Name of the recipient.' }),
    email: email.meta({ description: 'E-mail address. The link is sent to it.' }),
    role: z.enum(RECIPIENT_ROLES).default('signer').meta({ description: 'Role of the recipient.' }),
    group: z.int().min(1).max(SIGNING_LIMITS.recipients).default(1).meta({
      description:
        'Signing group. Recipients of the same group act at the same time; groups act one after the other.',
    }),
    access: z
      .enum(RECIPIENT_ACCESS)
      .default('link')
      .meta({ description: 'Verification required in addition to the link.' }),
    access_code: z
      .string()
      .min(4)
      .max(64)
      .optional()
      .meta({ description: 'Access code, required if `access` is `code`. Never returned.', writeOnly: true }),
    may_delegate: z.boolean().default(false).meta({ description: 'Whether the recipient can delegate.' }),
    message: message.default('').meta({ description: 'Message for this recipient only.' }),
  })
  .meta({ id: 'RecipientJson', description: 'A recipient of a session.' })

export const Recipient = z
  .object({
    id: z.uuid().meta({ description: 'Id of the recipient.' }),
    name: z.string().meta({ description: 'Name of the recipient.' }),
    email: z.string().meta({ description: 'E-mail address.' }),
    role: z.enum(RECIPIENT_ROLES).meta({ description: 'Role of the recipient.' }),
    group: z.int().meta({ description: 'Signing group, which determines the order.' }),
    access: z.enum(RECIPIENT_ACCESS).meta({ description: 'Verification required in addition to the link.' }),
    may_delegate: z.boolean().meta({ description: 'Whether the recipient can delegate.' }),
    message: z.string().meta({ description: 'Message for this recipient only; may be empty.' }),
    state: z.enum(RECIPIENT_STATES).meta({ description: 'State of the recipient.' }),
    delegated_from: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the recipient who delegated to this one; null if there is none.' }),
    invited_at: instant.nullable().meta({ description: 'Time the link was sent; null before.' }),
    viewed_at: instant
      .nullable()
      .meta({ description: 'Time of the first view of the document; null before.' }),
    done_at: instant.nullable().meta({ description: 'Time the recipient finished; null before.' }),
    reminded_at: instant
      .nullable()
      .meta({ description: 'Time of the last reminder; null if there was none.' }),
    decline_reason: z.string().nullable().meta({ description: 'Reason for declining; null otherwise.' }),
  })
  .meta({ id: 'Recipient', description: 'A recipient of a session.' })
export type Recipient = z.infer<typeof Recipient>

/** A recipient for the session's owner, with the recipient's link. */
export const OwnedRecipient = Recipient.extend({
  token: z.string().nullable().meta({
    description:
      'Secret: opens the signing page and the operations of this recipient. Null before the session is sent, after it has ended, for a part that was delegated, and for API keys without the scope `signing:write`.',
  }),
  sign_url: z.string().nullable().meta({
    description: 'Secret: absolute URL of the signing page, which contains `token`; null if `token` is null.',
  }),
}).meta({ id: 'OwnedRecipient', description: 'A recipient with their link, for the owner.' })
export type OwnedRecipient = z.infer<typeof OwnedRecipient>

/** Automatic reminders to recipients whose turn it is. */
export const Reminders = z
  .strictObject({
    first_after_days: z.int().min(1).max(60).meta({ description: 'Days until the first reminder.' }),
    every_days: z.int().min(1).max(60).meta({ description: 'Days between subsequent reminders.' }),
  })
  .meta({ id: 'Reminders', description: 'Schedule of automatic reminders.' })

export const SigningDocument = z.object({
  file_name: z.string().meta({ description: 'File name.' }),
  size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
  pages: z.int().min(1).meta({ description: 'Number of pages.' }),
  sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
  download_url: z.string().meta({ description: 'Absolute URL of the PDF, for the caller.' }),
})

export const SigningSession = z
  .object({
    session_id: z.uuid().meta({ description: 'Id of the session.' }),
    id: z.uuid().meta({ description: 'The same as `session_id`.' }),
    status: z.enum(SESSION_STATES).meta({ description: 'State of the session.' }),
    state: z.enum(SESSION_STATES).meta({ description: 'The same as `status`.' }),
    title: z.string().meta({ description: 'Title of the session.' }),
    message: z.string().meta({ description: 'Message for all recipients; may be empty.' }),
    document: SigningDocument.meta({ description: 'Document as it was sent.' }),
    recipients: z.array(OwnedRecipient).meta({ description: 'Recipients in order.' }),
    fields: z.array(SigningField).meta({ description: 'Fields on the pages.' }),
    attachments: z
      .array(
        z.object({
          id: z.uuid().meta({ description: 'Id of the attachment.' }),
          recipient_id: z.uuid().meta({ description: 'Id of the recipient who uploaded the attachment.' }),
          field_id: z.uuid().meta({ description: 'Id of the attachment field.' }),
          file_name: z.string().meta({ description: 'File name.' }),
          size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
          sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
          download_url: z.string().meta({ description: 'Absolute URL, for the owner.' }),
        }),
      )
      .meta({ description: 'Files attached by recipients who have signed.' }),
    done: z.int().min(0).meta({ description: 'Number of recipients who have signed or approved.' }),
    acting: z.int().min(0).meta({ description: 'Number of recipients who sign or approve.' }),
    show_signatures: z.boolean().meta({
      description:
        'Whether later recipients see the entries of earlier ones. Otherwise nobody sees entries of others until the session is completed.',
    }),
    deadline_at: instant
      .nullable()
      .meta({ description: 'Time the session expires; null if it does not expire.' }),
    reminders: Reminders.nullable().meta({ description: 'Automatic reminders; null for none.' }),
    result: z
      .object({
        file_name: z.string().meta({ description: 'File name.' }),
        size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
        sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
        download_url: z.string().meta({ description: 'Absolute URL, for the owner.' }),
        time_stamped: z
          .boolean()
          .meta({ description: 'Whether a time-stamp authority confirmed the time of the seal.' }),
      })
      .nullable()
      .meta({ description: 'Sealed document; null until everybody has signed.' }),
    problem: z.string().nullable().meta({
      description: 'Reason why the result could not be created; sealing is retried. Null if there is none.',
    }),
    void_reason: z.string().nullable().meta({ description: 'Reason of the void; null otherwise.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time of creation.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
    sent_at: instant.nullable().meta({ description: 'Time the session was sent; null for a draft.' }),
    ended_at: instant.nullable().meta({ description: 'Time the session ended; null before.' }),
  })
  .meta({ id: 'SigningSession', description: 'A signing session, for its owner.' })
export type SigningSession = z.infer<typeof SigningSession>

export const SIGNING_SORT = ['updated_at', 'created_at', 'title'] as const
export const SigningSessionsQuery = listQuery(SIGNING_SORT).extend({
  ...createdByFilter,
  state: z.enum(SESSION_STATES).optional().meta({ description: 'Only sessions in this state.' }),
  q: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Part of the title, or of the name or e-mail address of a recipient.' }),
})
export const SigningSessionList = listOf(
  'SigningSessionList',
  SigningSession.omit({ fields: true, attachments: true })
    .extend({
      recipients: z.array(Recipient).meta({ description: 'Recipients in order, without their links.' }),
    })
    .meta({ id: 'SigningSessionRow', description: 'A signing session in a list.' }),
)

const draft = {
  title: title.meta({ description: 'Title; the file name by default.' }),
  message: message.meta({ description: 'Message for all recipients.' }),
  recipients: z
    .array(RecipientJson)
    .max(SIGNING_LIMITS.recipients)
    .meta({ description: 'Recipients in order.' }),
  fields: z
    .array(SigningField)
    .max(SIGNING_LIMITS.fields)
    .meta({ description: 'Fields on the pages; they replace the previous ones.' }),
  show_signatures: z
    .boolean()
    .meta({ description: 'Whether later recipients see the entries of earlier ones.' }),
  deadline_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .meta({ description: 'Time the session expires; null if it does not expire.' }),
  reminders: Reminders.nullable().meta({ description: 'Automatic reminders; null for none.' }),
}
/**
 * Fields of a draft, which can change until it is sent. Absent fields keep their value, or are
 * empty in a new draft.
 */
const SigningDraft = z.strictObject(draft).partial()
export type SigningDraft = z.infer<typeof SigningDraft>

/**
 * Of a stored file, a conversion's result or an upload; or of a template, with its parts and
 * fields.
 */
export const CreateSigningJson = SigningDraft.extend({
  file_id: z.uuid().optional().meta({ description: 'Id of a stored PDF.' }),
  conversion_id: z
    .uuid()
    .optional()
    .meta({ description: 'Id of a completed conversion whose result is a PDF.' }),
  s3_key: z.string().min(1).max(255).optional().meta({ description: 'Key of a PDF of the caller.' }),
  template_id: z.uuid().optional().meta({ description: 'Id of a signing template.' }),
  fields: z.array(NewSigningField).max(SIGNING_LIMITS.fields).optional().meta({
    description:
      'Fields on the pages. If absent, each signer of a session that is sent gets a signature field at the bottom of the last page.',
  }),
  draft: z.boolean().default(false).meta({
    description:
      'Whether to create a draft instead of sending the session. A session without recipients always stays a draft.',
  }),
})
  .refine(
    ({ file_id, conversion_id, s3_key, template_id }) =>
      [file_id, conversion_id, s3_key, template_id].filter(Boolean).length === 1,
    { message: 'Name one of file_id, conversion_id, s3_key and template_id.', path: ['file_id'] },
  )
  .meta({ id: 'CreateSigningJson', description: 'A new signing session.' })

export const UpdateSigningJson = SigningDraft.extend({
  seen: instant.optional().meta({
    description:
      'The `updated_at` that the change is based on. The change is refused if the draft was changed since.',
  }),
}).meta({ id: 'UpdateSigningJson', description: 'Fields of a draft to change.' })

/** Parts and fields without people: who they are is said when a session begins from it. */
export const SigningTemplate = z
  .object({
    id: z.uuid().meta({ description: 'Id of the template.' }),
    name: z.string().meta({ description: 'Display name.' }),
    title: z.string().meta({ description: 'Title of sessions created from the template.' }),
    document: SigningSession.shape.document
      .omit({ download_url: true })
      .meta({ description: 'Document of the template.' }),
    recipients: z
      .array(
        z.object({
          id: z
            .uuid()
            .meta({ description: 'Id of the part, for use as `recipients[].id` of a new session.' }),
          name: z.string().meta({ description: 'Name of the part.' }),
          role: z.enum(RECIPIENT_ROLES).meta({ description: 'Role of the recipient.' }),
          group: z.int().meta({ description: 'Signing group, which determines the order.' }),
        }),
      )
      .meta({ description: 'Parts of the template, without recipients.' }),
    fields: z.int().min(0).meta({ description: 'Number of fields.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
  })
  .meta({ id: 'SigningTemplate', description: 'A signing template.' })
export type SigningTemplate = z.infer<typeof SigningTemplate>
export const SigningTemplateList = listOf('SigningTemplateList', SigningTemplate)
export const TemplateJson = z
  .strictObject({
    session_id: z.uuid().meta({ description: 'Id of the session to save as a template.' }),
    name: title.meta({ description: 'Name of the template.' }),
  })
  .meta({ id: 'SigningTemplateJson', description: 'Session to save as a template.' })

/** What happened, in the order in which it did; each row carries the hash of the one before. */
export const AUDIT_EVENTS = [
  'created',
  'sent',
  'invited',
  'reminded',
  'opened',
  'identified',
  'consented',
  'viewed',
  'filled',
  'acted',
  'declined',
  'delegated',
  'recipient_changed',
  'extended',
  'voided',
  'expired',
  'sealed',
  'downloaded',
] as const

export const AuditRow = z
  .object({
    number: z.int().min(1).meta({ description: 'Number of the event, counted from 1.' }),
    event: z.enum(AUDIT_EVENTS).meta({ description: 'Type of the event.' }),
    at: instant.meta({ description: 'Time of the event.' }),
    who: z.string().meta({ description: 'Actor: a name with an e-mail address, or the system.' }),
    recipient_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the recipient who acted; null for other actors.' }),
    ip: z.string().nullable().meta({ description: 'IP address; null for the system.' }),
    device: z.string().nullable().meta({ description: 'Browser and operating system; null for the system.' }),
    facts: z.record(z.string(), z.string()).meta({ description: 'Details of the event by name.' }),
    previous: z.string().meta({ description: 'Hash of the previous event in hexadecimal.' }),
    hash: z.string().meta({ description: 'Hash of this event in hexadecimal.' }),
  })
  .meta({ id: 'AuditRow', description: 'An event of the audit log.' })
export type AuditRow = z.infer<typeof AuditRow>

export const AuditLog = z
  .object({
    rows: z.array(AuditRow).meta({ description: 'Events in order.' }),
    intact: z
      .boolean()
      .meta({ description: 'Whether no event was changed or removed and the chain of hashes is complete.' }),
    first_broken: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Number of the first event that breaks the chain; null if there is none.' }),
  })
  .meta({ id: 'AuditLog', description: 'Audit log of a signing session.' })
