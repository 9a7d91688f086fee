import { z } from 'zod'
import { listOf, listQuery } from './lists.ts'
import { PdfRect } from './pdf-edits.ts'
import { RECIPIENT_ROLES, RECIPIENT_STATES, SESSION_STATES } from './signing-states.ts'

/** Of one session; and templates of one account. */
export const SIGNING_LIMITS = {
  recipients: 50,
  fields: 1000,
  places: 200,
  options: 100,
  templates: 200,
  /** Bytes of a file that a recipient sends. */
  attachment: 25_000_000,
} as const

const instant = z.iso.datetime()
const email = z.email().max(254)
const title = z.string().trim().min(1).max(200)
const message = z.string().trim().max(4000)
const person = z.string().trim().min(1).max(120)
const pageNumber = z.int().min(1).max(20_000)

/**
 * How somebody shows who they are beside the link itself: not at all, by a code that the owner tells them in another way, or
 * by one that is sent to their address when they open the link.
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

/** What stands on the pages for a recipient to fill in. */
export const SigningField = z
  .strictObject({
    id: z.uuid(),
    recipient_id: z.uuid(),
    kind: z.enum(FIELD_KINDS),
    places: z
      .array(
        z.strictObject({
          page: pageNumber,
          rect: PdfRect,
          option: z
            .string()
            .trim()
            .min(1)
            .max(200)
            .optional()
            .meta({ description: 'Of a `radio`: which of its options stands here.' }),
        }),
      )
      .min(1)
      .max(SIGNING_LIMITS.places)
      .meta({ description: 'One value may be seen in several places.' }),
    label: z.string().trim().max(200).default(''),
    help: z.string().trim().max(500).default(''),
    required: z.boolean().default(true),
    value: z
      .union([z.string().max(10_000), z.boolean()])
      .nullable()
      .default(null)
      .meta({ description: 'What stands there from the start.' }),
    read_only: z.boolean().default(false).meta({ description: 'The value stays as it is given here.' }),
    options: z
      .array(z.string().trim().min(1).max(200))
      .max(SIGNING_LIMITS.options)
      .default([])
      .meta({ description: 'Of a `choice` or a `radio`.' }),
    max_length: z.int().min(1).max(10_000).nullable().default(null),
    min: z.number().nullable().default(null).meta({ description: 'Of a `number`.' }),
    max: z.number().nullable().default(null),
    form_field: z.string().max(1000).nullable().default(null).meta({
      description: 'The field of the PDF’s own form that it was made of, and that is filled with it.',
    }),
  })
  .meta({ id: 'SigningField' })
export type SigningField = z.infer<typeof SigningField>

/** A field as a new session names it. */
export const NewSigningField = SigningField.extend({
  id: z.uuid().optional().meta({ description: 'Given by the caller, or made.' }),
  recipient_id: z.uuid().optional().meta({
    description:
      'The recipient who fills it in. May be left out where `recipient_email` is given, or where the session has one signer.',
  }),
  recipient_email: email.optional().meta({
    description: 'The address of the recipient who fills it in, instead of `recipient_id`.',
  }),
}).meta({ id: 'NewSigningField' })

/** Somebody who has a part in a session, as its owner names them. */
export const RecipientJson = z
  .strictObject({
    id: z
      .uuid()
      .optional()
      .meta({ description: 'Given by the caller, so that fields can name it; else made.' }),
    name: person,
    email,
    role: z.enum(RECIPIENT_ROLES).default('signer'),
    group: z
      .int()
      .min(1)
      .max(SIGNING_LIMITS.recipients)
      .default(1)
      .meta({ description: 'Those of one group act at the same time, the groups one after the other.' }),
    access: z.enum(RECIPIENT_ACCESS).default('link'),
    access_code: z
      .string()
      .min(4)
      .max(64)
      .optional()
      .meta({ description: 'Needed with `code`; never shown again.', writeOnly: true }),
    may_delegate: z.boolean().default(false),
    message: message.default('').meta({ description: 'For them alone.' }),
  })
  .meta({ id: 'RecipientJson' })

export const Recipient = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(RECIPIENT_ROLES),
    group: z.int(),
    access: z.enum(RECIPIENT_ACCESS),
    may_delegate: z.boolean(),
    message: z.string(),
    state: z.enum(RECIPIENT_STATES),
    delegated_from: z.uuid().nullable(),
    invited_at: instant.nullable(),
    viewed_at: instant.nullable(),
    done_at: instant.nullable(),
    reminded_at: instant.nullable(),
    decline_reason: z.string().nullable(),
  })
  .meta({ id: 'Recipient' })
export type Recipient = z.infer<typeof Recipient>

/** A recipient as the session's owner has them, with the link that the recipient was sent. */
export const OwnedRecipient = Recipient.extend({
  token: z.string().nullable().meta({
    description:
      'A secret: opens the signing page and operations of this recipient. Null before the session is sent, after it has ended, for a part that was passed on, and for API keys without the scope `signing:write`.',
  }),
  sign_url: z.string().nullable().meta({
    description:
      'A secret: the absolute address of the signing page, with `token` in it. Null as `token` is.',
  }),
}).meta({ id: 'OwnedRecipient' })
export type OwnedRecipient = z.infer<typeof OwnedRecipient>

/** By themselves, to those whose turn it is. */
export const Reminders = z
  .strictObject({
    first_after_days: z.int().min(1).max(60),
    every_days: z.int().min(1).max(60),
  })
  .meta({ id: 'Reminders' })

export const SigningSession = z
  .object({
    session_id: z.uuid(),
    id: z.uuid().meta({ description: 'The same as `session_id`.' }),
    status: z.enum(SESSION_STATES),
    state: z.enum(SESSION_STATES).meta({ description: 'The same as `status`.' }),
    title: z.string(),
    message: z.string(),
    document: z.object({
      file_name: z.string(),
      size_bytes: z.int().min(0),
      pages: z.int().min(1),
      sha256: z.string(),
      download_url: z.string(),
    }),
    recipients: z.array(OwnedRecipient),
    fields: z.array(SigningField),
    attachments: z
      .array(
        z.object({
          id: z.uuid(),
          recipient_id: z.uuid(),
          field_id: z.uuid(),
          file_name: z.string(),
          size_bytes: z.int().min(0),
          sha256: z.string(),
          download_url: z.string(),
        }),
      )
      .meta({ description: 'Files that recipients handed over, once they have signed.' }),
    done: z.int().min(0).meta({ description: 'How many of those who act have done so.' }),
    acting: z.int().min(0),
    show_signatures: z.boolean().meta({
      description:
        'Whether later recipients see what earlier ones have filled in. Else nobody does before the end.',
    }),
    deadline_at: instant.nullable(),
    reminders: Reminders.nullable(),
    result: z
      .object({
        file_name: z.string(),
        size_bytes: z.int().min(0),
        sha256: z.string(),
        download_url: z.string(),
        time_stamped: z.boolean(),
      })
      .nullable(),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the result could not be made; it is tried again.' }),
    void_reason: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
    sent_at: instant.nullable(),
    ended_at: instant.nullable(),
  })
  .meta({ id: 'SigningSession' })
export type SigningSession = z.infer<typeof SigningSession>

export const SIGNING_SORT = ['updated_at', 'created_at', 'title'] as const
export const SigningSessionsQuery = listQuery(SIGNING_SORT).extend({
  state: z.enum(SESSION_STATES).optional(),
  q: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Part of the title, or of a recipient’s name or address.' }),
})
export const SigningSessionList = listOf(
  'SigningSessionList',
  SigningSession.omit({ fields: true, attachments: true })
    .extend({ recipients: z.array(Recipient) })
    .meta({ id: 'SigningSessionRow' }),
)

const draft = {
  title,
  message,
  recipients: z.array(RecipientJson).max(SIGNING_LIMITS.recipients),
  fields: z.array(SigningField).max(SIGNING_LIMITS.fields),
  show_signatures: z.boolean(),
  deadline_at: z.iso.datetime({ offset: true }).nullable(),
  reminders: Reminders.nullable(),
}
/** What a draft says; each of these may change until it is sent. What is left out stays, or is empty at the start. */
const SigningDraft = z.strictObject(draft).partial()
export type SigningDraft = z.infer<typeof SigningDraft>

/** Of a stored file, a conversion's result or an upload; or of a template, with its parts and fields. */
export const CreateSigningJson = SigningDraft.extend({
  file_id: z.uuid().optional(),
  conversion_id: z.uuid().optional(),
  s3_key: z.string().min(1).max(255).optional(),
  template_id: z.uuid().optional(),
  fields: z.array(NewSigningField).max(SIGNING_LIMITS.fields).optional().meta({
    description:
      'Without it each signer of a session that is sent gets a signature field at the foot of the last page.',
  }),
  draft: z.boolean().default(false).meta({
    description: 'Whether nobody is asked yet. A session without recipients stays a draft in any case.',
  }),
})
  .refine(
    ({ file_id, conversion_id, s3_key, template_id }) =>
      [file_id, conversion_id, s3_key, template_id].filter(Boolean).length === 1,
    { message: 'Name one of file_id, conversion_id, s3_key and template_id.', path: ['file_id'] },
  )
  .meta({ id: 'CreateSigningJson' })

export const UpdateSigningJson = SigningDraft.extend({
  seen: instant
    .optional()
    .meta({ description: 'The `updated_at` that this change is made to; one made meanwhile is not lost.' }),
}).meta({ id: 'UpdateSigningJson' })

/** Parts and fields without people: who they are is said when a session begins from it. */
export const SigningTemplate = z
  .object({
    id: z.uuid(),
    name: z.string(),
    title: z.string(),
    document: SigningSession.shape.document.omit({ download_url: true }),
    recipients: z.array(
      z.object({ id: z.uuid(), name: z.string(), role: z.enum(RECIPIENT_ROLES), group: z.int() }),
    ),
    fields: z.int().min(0).meta({ description: 'How many.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'SigningTemplate' })
export type SigningTemplate = z.infer<typeof SigningTemplate>
export const SigningTemplateList = listOf('SigningTemplateList', SigningTemplate)
export const TemplateJson = z
  .strictObject({ session_id: z.uuid(), name: title })
  .meta({ id: 'SigningTemplateJson' })

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
    number: z.int().min(1),
    event: z.enum(AUDIT_EVENTS),
    at: instant,
    who: z.string().meta({ description: 'A name with its address, or what acted by itself.' }),
    recipient_id: z.uuid().nullable(),
    ip: z.string().nullable(),
    device: z.string().nullable(),
    facts: z.record(z.string(), z.string()),
    previous: z.string().meta({ description: 'The hash of the row before, in hexadecimal.' }),
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' })
export type AuditRow = z.infer<typeof AuditRow>

export const AuditLog = z
  .object({
    rows: z.array(AuditRow),
    intact: z.boolean().meta({ description: 'Every row is what it was and follows the one before it.' }),
    first_broken: z.int().min(1).nullable().meta({ description: 'The number of the first row that is not.' }),
  })
  .meta({ id: 'AuditLog' })
