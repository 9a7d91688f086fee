import { z } from 'zod'
import { FIELD_KINDS, SIGNING_LIMITS, SigningField } from './signing.ts'
import { RECIPIENT_ROLES } from './signing-states.ts'

const instant = z.iso.datetime()

/** How a session stands for the person whose link it is. `paused`: whoever sent it has asked for the end of their account, and may keep it yet. */
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

const person = z.object({ name: z.string(), initial: z.string() })

/** What a recipient's page shows. Where they must show first who they are, nothing is said of the document. */
export const SigningView = z
  .object({
    state: z.enum(SIGNER_STATES),
    locked: z
      .enum(['code', 'email'])
      .nullable()
      .meta({ description: 'What is asked for first: the owner’s code, or one sent to `me.email_hint`.' }),
    sender: person,
    title: z.string().nullable().meta({ description: 'Null while locked, as is what follows.' }),
    message: z.string().nullable(),
    note: z.string().nullable().meta({ description: 'For this recipient alone.' }),
    me: z.object({
      name: z.string(),
      email_hint: z.string().meta({ example: 'm••••@example.org' }),
      role: z.enum(RECIPIENT_ROLES),
      may_delegate: z.boolean(),
    }),
    others: z
      .array(
        z.object({
          name: z.string(),
          role: z.enum(RECIPIENT_ROLES),
          state: z.enum(['waiting', 'acting', 'done', 'declined']),
        }),
      )
      .meta({ description: 'Everybody else who has a part in it, in their order; nobody’s address.' }),
    document: z
      .object({
        file_name: z.string(),
        size_bytes: z.int().min(0),
        pages: z.int().min(1),
        sha256: z.string(),
        download_url: z.string(),
      })
      .nullable(),
    fields: z
      .array(SigningField.omit({ recipient_id: true, form_field: true }))
      .meta({ description: 'Those of this recipient.' }),
    shown: z
      .array(
        z.object({
          kind: z.enum(FIELD_KINDS),
          places: SigningField.shape.places,
          value: z.union([z.string(), z.boolean()]).nullable(),
          by: z.string(),
        }),
      )
      .meta({ description: 'What others have filled in, where the owner lets it be seen before the end.' }),
    deadline_at: instant.nullable(),
    acted_at: instant.nullable(),
    ended_at: instant.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was declined or voided, where somebody said so.' }),
    result: z
      .object({
        file_name: z.string(),
        size_bytes: z.int().min(0),
        sha256: z.string(),
        download_url: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'SigningView' })
export type SigningView = z.infer<typeof SigningView>

/** So many bytes of a picture of a signature, as base64. */
const MOST_PICTURE = 400_000
const picture = z
  .string()
  .max(MOST_PICTURE)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send a PNG as base64')
  .meta({ description: 'A PNG, as base64, without the `data:` before it.' })

/** A signature or initials, as they were made. */
export const SignatureMark = z
  .strictObject({
    how: z.enum(['drawn', 'typed', 'uploaded', 'device']),
    picture,
    text: z.string().trim().max(120).default('').meta({ description: 'What was typed.' }),
  })
  .meta({ id: 'SignatureMark' })
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
    signature: SignatureMark.nullable().default(null),
    initials: SignatureMark.nullable().default(null),
  })
  .meta({ id: 'SignJson' })
export type SignJson = z.output<typeof SignJson>

export const DeclineJson = z
  .strictObject({ reason: z.string().trim().max(1000).default('') })
  .meta({ id: 'DeclineJson' })

export const DelegateJson = z
  .strictObject({
    name: z.string().trim().min(1).max(120),
    email: z.email().max(254),
    reason: z.string().trim().max(1000).default(''),
  })
  .meta({ id: 'DelegateJson' })

/** The owner's code, or the one that was sent to the recipient's address. */
export const OpenSigningJson = z
  .strictObject({ code: z.string().trim().min(1).max(64) })
  .meta({ id: 'OpenSigningJson' })

export const SigningAttachment = z
  .object({
    id: z.uuid(),
    file_name: z.string(),
    size_bytes: z.int().min(0),
    sha256: z.string(),
  })
  .meta({ id: 'SigningAttachment' })

/** A second device on which a signature is drawn, for a few minutes. */
export const SigningDevice = z
  .object({
    url: z.string().meta({ description: 'To be opened there; as a QR code, say.' }),
    expires_at: instant,
  })
  .meta({ id: 'SigningDevice' })

export const DeviceDrawing = z
  .object({
    connected: z.boolean().meta({ description: 'Whether the other device has opened the address.' }),
    picture: picture.nullable(),
    expires_at: instant,
  })
  .meta({ id: 'DeviceDrawing' })

/** What the second device is told: whose signature of what kind it is to draw, and nothing of the document. */
export const DeviceView = z
  .object({ name: z.string(), kind: z.enum(['signature', 'initials']), expires_at: instant })
  .meta({ id: 'DeviceView' })
