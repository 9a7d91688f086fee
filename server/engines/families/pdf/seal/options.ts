import { z } from 'zod'
import { FieldValue, PdfRect } from '../../../../../contract/pdf-edits.ts'
import { RECIPIENT_ACCESS, SIGNING_LIMITS } from '../../../../../contract/signing.ts'
import { RECIPIENT_ROLES } from '../../../../../contract/signing-states.ts'

/** A PDF, and a signature, initials and a spare per recipient. */
export const SEALED_FILES = 1 + 3 * SIGNING_LIMITS.recipients
/** Limits that no signature request reaches, so that sealing can't be refused at the end. */
const PLACES = SIGNING_LIMITS.fields * SIGNING_LIMITS.places
const EVENTS = 20_000

const page = z.int().min(1).max(20_000)
const file = z
  .int()
  .min(1)
  .max(SEALED_FILES - 1)
  .meta({ description: 'Which of the files that came, counted from 0, which is the PDF.' })
const instant = z.iso.datetime()
const words = (most: number) => z.string().max(most)
/** SHA-256 in hexadecimal. */
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'Write 64 hexadecimal digits')

const spot = { page, rect: PdfRect }

/** A recipient's value and its position: text, check mark or signature. */
const SealStamp = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    ...spot,
    text: words(100_000),
    multiline: z.boolean().default(false),
    size: z
      .number()
      .min(1)
      .max(300)
      .nullable()
      .default(null)
      .meta({ description: 'In points, at most; smaller where the text would not fit. 12 where not given.' }),
  }),
  z.strictObject({ kind: z.literal('tick'), ...spot }),
  z.strictObject({ kind: z.literal('dot'), ...spot }),
  z.strictObject({ kind: z.literal('picture'), ...spot, file, caption: words(300).optional() }),
])
export type SealStamp = z.infer<typeof SealStamp>

const CertifiedRecipient = z.strictObject({
  name: words(200),
  email: words(254),
  role: z.enum(RECIPIENT_ROLES),
  group: z.int().min(1).max(1000),
  access: z.enum(RECIPIENT_ACCESS),
  signature: file.nullable(),
  invited_at: instant.nullable(),
  viewed_at: instant.nullable(),
  consented_at: instant.nullable(),
  done_at: instant.nullable(),
  ip: words(64).nullable(),
  device: words(2000).nullable(),
  delegated_from: words(200).nullable(),
})
export type CertifiedRecipient = z.infer<typeof CertifiedRecipient>

/** The content of the certificate pages: who did what, when and from where. */
const Certificate = z.strictObject({
  title: words(200),
  session_id: words(64),
  file_name: words(300),
  sha256: hash,
  pages: z.int().min(1).max(100_000),
  verify_url: z.url({ protocol: /^https?$/ }).max(500),
  sender: z.strictObject({ name: words(200), email: words(254) }),
  sent_at: instant,
  completed_at: instant,
  recipients: z.array(CertifiedRecipient).max(SIGNING_LIMITS.recipients * 4),
  events: z
    .array(z.strictObject({ number: z.int().min(1), at: instant, says: words(10_000), who: words(1000) }))
    .max(EVENTS),
  end: z
    .strictObject({ number: z.int().min(1), hash })
    .meta({ description: 'The last row of the log that is told here.' }),
})
export type Certificate = z.infer<typeof Certificate>

const Seal = z.strictObject({
  name: words(200).min(1),
  reason: words(500),
  at: instant,
  room: z.int().min(1024).max(65_536).meta({ description: 'Bytes for the signature.' }),
})

/** Options for sealing a completed document. Only the server creates them. */
export const SEAL_OPTIONS = z.strictObject({
  stamps: z.array(SealStamp).max(PLACES).default([]).meta({ title: 'Field values on pages' }),
  form: z
    .array(z.strictObject({ field: z.string().min(1).max(1000), value: FieldValue }))
    .max(PLACES)
    .default([])
    .meta({ title: 'Form field values' }),
  certificate: Certificate.nullable().default(null).meta({ title: 'Certificate of completion' }),
  seal: Seal.nullable().default(null).meta({ title: 'Seal' }),
})
export type SealOptions = z.infer<typeof SEAL_OPTIONS>
