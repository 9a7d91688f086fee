import { z } from 'zod'
import { FIELD_KINDS, SIGNING_LIMITS, SigningDocument, SigningField } from './signing.ts'
import { RECIPIENT_ROLES } from './signing-states.ts'

const instant = z.iso.datetime()

/**
 * State of a session for its recipient. `paused`: the sender requested the deletion of their
 * account, which can still be cancelled.
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
 * Data of a recipient's page. Before a required verification, it contains nothing about the
 * document.
 */
export const SigningView = z
  .object({
    state: z.enum(SIGNER_STATES).meta({ description: 'State of the session for this recipient.' }),
    locked: z.enum(['code', 'email']).nullable().meta({
      description:
        'Required verification: an access code from the owner (`code`), or a code sent to `me.email_hint` (`email`). Null if the link is unlocked.',
    }),
    sender: person.meta({ description: 'Sender of the session.' }),
    title: z.string().nullable().meta({ description: 'Title of the session; null while locked.' }),
    message: z.string().nullable().meta({ description: 'Message for all recipients; null while locked.' }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Message for this recipient only; may be empty. Null while locked.' }),
    me: z
      .object({
        name: z.string().meta({ description: 'Name of the recipient.' }),
        email_hint: z.string().meta({ description: 'Masked e-mail address.', example: 'm••••@example.org' }),
        role: z.enum(RECIPIENT_ROLES).meta({ description: 'Role of the recipient.' }),
        may_delegate: z.boolean().meta({ description: 'Whether the recipient can delegate.' }),
      })
      .meta({ description: 'The recipient of this link.' }),
    others: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the recipient.' }),
          role: z.enum(RECIPIENT_ROLES).meta({ description: 'Role of the recipient.' }),
          state: z
            .enum(['waiting', 'acting', 'done', 'declined'])
            .meta({ description: 'State of the recipient.' }),
        }),
      )
      .meta({ description: 'Other recipients in order, without their e-mail addresses.' }),
    document: SigningDocument.nullable().meta({
      description: 'Document; null while locked, and if the recipient cannot read it in the current state.',
    }),
    fields: z
      .array(SigningField.omit({ recipient_id: true, form_field: true }))
      .meta({ description: 'Fields of this recipient; empty unless it is their turn.' }),
    shown: z
      .array(
        z.object({
          kind: z.enum(FIELD_KINDS).meta({ description: 'Kind of the field.' }),
          places: SigningField.shape.places,
          value: z
            .union([z.string(), z.boolean()])
            .nullable()
            .meta({ description: 'Value of the field; null if empty.' }),
          by: z.string().meta({ description: 'Name of the recipient who completed the field.' }),
        }),
      )
      .meta({
        description:
          'Fields that other recipients completed, if the owner shows them before the session is completed.',
      }),
    deadline_at: instant
      .nullable()
      .meta({ description: 'Time the session expires; null if it does not expire.' }),
    acted_at: instant
      .nullable()
      .meta({ description: 'Time this recipient signed, approved or declined; null before.' }),
    ended_at: instant.nullable().meta({ description: 'Time the session ended; null before.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the decline or void; null if none was given.' }),
    result: z
      .object({
        file_name: z.string().meta({ description: 'File name.' }),
        size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
        sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
        download_url: z.string().meta({ description: 'URL of the PDF, for this recipient.' }),
      })
      .nullable()
      .meta({ description: 'Sealed document; null until everybody has signed.' }),
  })
  .meta({ id: 'SigningView', description: 'A signing session as shown to one recipient.' })
export type SigningView = z.infer<typeof SigningView>

/** Maximum size of a signature image, as base64. */
const MOST_IMAGE_BYTES = 400_000
const signatureImage = z
  .string()
  .max(MOST_IMAGE_BYTES)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send a PNG as base64')
  .meta({ description: 'PNG in Base64, without the `data:` prefix.' })

/** A signature or initials, in the form in which they were entered. */
export const SignatureMark = z
  .strictObject({
    how: z
      .enum(['drawn', 'typed', 'uploaded', 'device'])
      .meta({ description: 'How the signature was created.' }),
    picture: signatureImage,
    text: z.string().trim().max(120).default('').meta({ description: 'Typed text.' }),
  })
  .meta({ id: 'SignatureMark', description: 'A signature or initials.' })
export type SignatureMark = z.infer<typeof SignatureMark>

export const SignJson = z
  .strictObject({
    consent: z.literal(true).meta({ description: 'Consent to sign electronically, as worded on the page.' }),
    values: z
      .record(z.uuid(), z.union([z.string().max(10_000), z.boolean()]))
      .refine((values) => Object.keys(values).length <= SIGNING_LIMITS.fields, {
        message: `At most ${SIGNING_LIMITS.fields} values.`,
      })
      .default({})
      .meta({
        description: 'Values by field id. The value of an `attachment` is the id of the uploaded attachment.',
      }),
    signature: SignatureMark.nullable().default(null).meta({ description: 'The signature.' }),
    initials: SignatureMark.nullable()
      .default(null)
      .meta({ description: 'The initials, if a field requires them.' }),
  })
  .meta({ id: 'SignJson', description: 'Consent, values and signature of a recipient.' })
export type SignJson = z.output<typeof SignJson>

export const DeclineJson = z
  .strictObject({
    reason: z.string().trim().max(1000).default('').meta({ description: 'Reason shown to the owner.' }),
  })
  .meta({ id: 'DeclineJson', description: 'Reason for declining.' })

export const DelegateJson = z
  .strictObject({
    name: z.string().trim().min(1).max(120).meta({ description: 'Name of the delegate.' }),
    email: z.email().max(254).meta({ description: 'E-mail address of the delegate.' }),
    reason: z.string().trim().max(1000).default('').meta({ description: 'Reason shown to the owner.' }),
  })
  .meta({ id: 'DelegateJson', description: 'Person to delegate signing to.' })

/** The owner's code, or the code sent to the recipient's e-mail address. */
export const OpenSigningJson = z
  .strictObject({
    code: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .meta({ description: 'Access code from the owner, or the code that was sent.' }),
  })
  .meta({ id: 'OpenSigningJson', description: 'Code that unlocks a signing link.' })

export const SigningAttachment = z
  .object({
    id: z.uuid().meta({ description: 'Id of the attachment.' }),
    file_name: z.string().meta({ description: 'File name.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 in lower-case hexadecimal.' }),
  })
  .meta({ id: 'SigningAttachment', description: 'A file that a recipient attached.' })

/** A second device for drawing a signature, paired for a few minutes. */
export const SigningDevice = z
  .object({
    url: z.string().meta({ description: 'URL to open on the second device, for example as a QR code.' }),
    expires_at: instant.meta({ description: 'Expiry time of the link.' }),
  })
  .meta({ id: 'SigningDevice', description: 'A link for a second device.' })

export const DeviceDrawing = z
  .object({
    connected: z.boolean().meta({ description: 'Whether the second device has opened the URL.' }),
    picture: signatureImage.nullable().meta({ description: 'Drawing as a PNG in Base64; null before.' }),
    expires_at: instant.meta({ description: 'Expiry time of the link.' }),
  })
  .meta({ id: 'DeviceDrawing', description: 'Drawing from the second device.' })

/**
 * Data for the second device: the recipient and the kind of signature, and nothing about the
 * document.
 */
export const DeviceView = z
  .object({
    name: z.string().meta({ description: 'Name of the signer.' }),
    kind: z.enum(['signature', 'initials']).meta({ description: 'What to draw.' }),
    expires_at: instant.meta({ description: 'Expiry time of the link.' }),
  })
  .meta({ id: 'DeviceView', description: 'A drawing request on the second device.' })
