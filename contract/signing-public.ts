import { z } from 'zod'
import { FIELD_KINDS, SIGNING_LIMITS, SigningDocument, SigningField } from './signing.ts'
import { RECIPIENT_ROLES } from './signing-states.ts'

const instant = z.iso.datetime()

/**
 * How a session stands for the person whose link it is. `paused`: whoever sent it has asked for the
 * end of their account, and may keep it yet.
 */
export const SIGNER_STATES = [
  'waiting',
  'open',
  'done',
  'declined',
  'delegated',
  'sealing',
  'completed',
  'voided',
  'expired',
  'paused',
] as const
export type SignerState = (typeof SIGNER_STATES)[number]

const person = z.object({
  name: z.string().meta({ description: 'Name of the sender.' }),
  initial: z.string().meta({ description: 'First letter of the name.' }),
})

/**
 * What a recipient's page shows. Where they must show first who they are, nothing is said of the
 * document.
 */
export const SigningView = z
  .object({
    state: z.enum(SIGNER_STATES).meta({ description: 'State of the session for this recipient.' }),
    locked: z
      .enum(['code', 'email'])
      .nullable()
      .meta({ description: 'What is asked for first: the owner’s code, or one sent to `me.email_hint`.' }),
    sender: person.meta({ description: 'Who asks for the signature.' }),
    title: z.string().nullable().meta({ description: 'Null while locked, as is what follows.' }),
    message: z.string().nullable().meta({ description: 'Message for all recipients; null while locked.' }),
    note: z.string().nullable().meta({ description: 'For this recipient alone.' }),
    me: z
      .object({
        name: z.string().meta({ description: 'Name.' }),
        email_hint: z
          .string()
          .meta({ description: 'E-mail address, most of it hidden.', example: 'm••••@example.org' }),
        role: z.enum(RECIPIENT_ROLES).meta({ description: 'What the recipient does.' }),
        may_delegate: z.boolean().meta({ description: 'Whether the recipient can pass the part on.' }),
      })
      .meta({ description: 'The recipient of this link.' }),
    others: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name.' }),
          role: z.enum(RECIPIENT_ROLES).meta({ description: 'What the recipient does.' }),
          state: z
            .enum(['waiting', 'acting', 'done', 'declined'])
            .meta({ description: 'State of the recipient.' }),
        }),
      )
      .meta({ description: 'Everybody else who has a part in it, in their order; nobody’s address.' }),
    document: SigningDocument.nullable().meta({ description: 'The document; null while locked.' }),
    fields: z
      .array(SigningField.omit({ recipient_id: true, form_field: true }))
      .meta({ description: 'Those of this recipient.' }),
    shown: z
      .array(
        z.object({
          kind: z.enum(FIELD_KINDS).meta({ description: 'Kind of the field.' }),
          places: SigningField.shape.places,
          value: z
            .union([z.string(), z.boolean()])
            .nullable()
            .meta({ description: 'What was entered; null if nothing.' }),
          by: z.string().meta({ description: 'Name of who entered it.' }),
        }),
      )
      .meta({ description: 'What others have filled in, where the owner lets it be seen before the end.' }),
    deadline_at: instant.nullable().meta({ description: 'When the session expires; null if never.' }),
    acted_at: instant
      .nullable()
      .meta({ description: 'When this recipient signed, approved or declined; null before.' }),
    ended_at: instant.nullable().meta({ description: 'When the session ended; null before.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was declined or voided, if a reason was given.' }),
    result: z
      .object({
        file_name: z.string().meta({ description: 'File name.' }),
        size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
        sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
        download_url: z.string().meta({ description: 'URL of the PDF, for this recipient.' }),
      })
      .nullable()
      .meta({ description: 'The sealed document; null until everybody has signed.' }),
  })
  .meta({ id: 'SigningView', description: 'A session as one recipient sees it.' })
export type SigningView = z.infer<typeof SigningView>

/** So many bytes of an image of a signature, as base64. */
const MOST_IMAGE_BYTES = 400_000
const signatureImage = z
  .string()
  .max(MOST_IMAGE_BYTES)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send a PNG as base64')
  .meta({ description: 'A PNG, as base64, without the `data:` before it.' })

/** A signature or initials, as they were made. */
export const SignatureMark = z
  .strictObject({
    how: z.enum(['drawn', 'typed', 'uploaded', 'device']).meta({ description: 'How it was made.' }),
    picture: signatureImage,
    text: z.string().trim().max(120).default('').meta({ description: 'What was typed.' }),
  })
  .meta({ id: 'SignatureMark', description: 'A signature or initials.' })
export type SignatureMark = z.infer<typeof SignatureMark>

export const SignJson = z
  .strictObject({
    consent: z
      .literal(true)
      .meta({ description: 'To do business by electronic records, as the page says it.' }),
    values: z
      .record(z.uuid(), z.union([z.string().max(10_000), z.boolean()]))
      .refine((values) => Object.keys(values).length <= SIGNING_LIMITS.fields, {
        message: `At most ${SIGNING_LIMITS.fields} values.`,
      })
      .default({})
      .meta({ description: 'By the id of the field. Of an `attachment`: the id that sending it gave.' }),
    signature: SignatureMark.nullable().default(null).meta({ description: 'The signature.' }),
    initials: SignatureMark.nullable()
      .default(null)
      .meta({ description: 'The initials, if a field asks for them.' }),
  })
  .meta({ id: 'SignJson', description: 'Consent, values and signature of a recipient.' })
export type SignJson = z.output<typeof SignJson>

export const DeclineJson = z
  .strictObject({
    reason: z.string().trim().max(1000).default('').meta({ description: 'Reason, which the owner is told.' }),
  })
  .meta({ id: 'DeclineJson', description: 'Reason for declining.' })

export const DelegateJson = z
  .strictObject({
    name: z.string().trim().min(1).max(120).meta({ description: 'Name of the other person.' }),
    email: z.email().max(254).meta({ description: 'E-mail address of the other person.' }),
    reason: z.string().trim().max(1000).default('').meta({ description: 'Reason, which the owner is told.' }),
  })
  .meta({ id: 'DelegateJson', description: 'Person who signs instead.' })

/** The owner's code, or the one that was sent to the recipient's address. */
export const OpenSigningJson = z
  .strictObject({
    code: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .meta({ description: 'The access code, or the code that was sent.' }),
  })
  .meta({ id: 'OpenSigningJson', description: 'Code that unlocks a link.' })

export const SigningAttachment = z
  .object({
    id: z.uuid().meta({ description: 'Id of the attachment.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
  })
  .meta({ id: 'SigningAttachment', description: 'A file that a recipient attached.' })

/** A second device on which a signature is drawn, for a few minutes. */
export const SigningDevice = z
  .object({
    url: z.string().meta({ description: 'To be opened there; as a QR code, say.' }),
    expires_at: instant.meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'SigningDevice', description: 'A link for a second device.' })

export const DeviceDrawing = z
  .object({
    connected: z.boolean().meta({ description: 'Whether the other device has opened the address.' }),
    picture: signatureImage.nullable().meta({ description: 'The drawing as a PNG in base64; null before.' }),
    expires_at: instant.meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'DeviceDrawing', description: 'What the second device drew.' })

/**
 * What the second device is told: whose signature of what kind it is to draw, and nothing of the
 * document.
 */
export const DeviceView = z
  .object({
    name: z.string().meta({ description: 'Name of the person who signs.' }),
    kind: z.enum(['signature', 'initials']).meta({ description: 'What is drawn.' }),
    expires_at: instant.meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'DeviceView', description: 'A drawing request on the second device.' })
