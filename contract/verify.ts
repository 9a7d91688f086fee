import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Whose seal stands on the documents that were signed here: what it takes to know it again. */
export const InstanceSeal = z
  .object({
    name: z.string().meta({ description: 'Whom the certificate names.' }),
    fingerprint_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Of the certificate’s DER, in small hexadecimal digits.' }),
    certificates: z
      .array(z.base64())
      .min(1)
      .meta({ description: 'DER; its own first, those that follow lead to its authority.' }),
    valid_from: z.iso.datetime().meta({ description: 'From when the certificate is valid.' }),
    valid_until: z.iso.datetime().meta({ description: 'Until when the certificate is valid.' }),
    time_stamps: z
      .boolean()
      .meta({ description: 'Whether a time-stamp authority says when a document was sealed.' }),
  })
  .meta({ id: 'InstanceSeal', description: 'Certificate of the seal.' })
export type InstanceSeal = z.infer<typeof InstanceSeal>

/**
 * A file as it was sealed here, known by its bytes alone: nothing of who signed it, which stands in
 * the file itself.
 */
export const SealedHere = z
  .object({
    session_id: z.uuid().meta({ description: 'As the certificate in the file has it.' }),
    sealed_at: z.iso.datetime().meta({ description: 'When it was sealed.' }),
    acted: z.int().min(1).meta({ description: 'How many have signed or approved.' }),
    time_stamped: z.boolean().meta({ description: 'Whether an authority says when.' }),
    log: z
      .object({
        intact: z.boolean().meta({ description: 'Every row is what it was and follows the one before it.' }),
        as_certified: z
          .boolean()
          .meta({ description: 'The row that the certificate ends with is the one that is here.' }),
        number: z.int().min(1).meta({ description: 'Of the last row that the certificate tells of.' }),
        hash: z
          .string()
          .nullable()
          .meta({ description: 'Of that row as it is here, in hexadecimal; null where it is gone.' }),
      })
      .meta({ description: 'Of the session’s audit log as it lies here now.' }),
  })
  .meta({ id: 'SealedHere', description: 'A document that was sealed by this instance.' })
export type SealedHere = z.infer<typeof SealedHere>

export const SealedAnswer = z
  .object({
    sealed: SealedHere.nullable().meta({
      description: 'Null if this file was not sealed here, or its signature request was removed.',
    }),
  })
  .meta({ id: 'SealedAnswer', description: 'What is known of a file.' })

export const verifyEndpoints = {
  lookUpSealed: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/signing/verify/',
    auth: 'open',
    area: 'signing',
    summary: 'Look up a sealed document by its hash',
    description:
      'Says whether a file with this SHA-256 was sealed by this instance and when. Returns nothing about its signers.',
    json: z
      .strictObject({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/i, 'Write 64 hexadecimal digits')
          .toLowerCase()
          .meta({ description: 'Of the whole file. In a body, so that it stands in no address.' }),
      })
      .meta({ id: 'LookUpSealedJson', description: 'Hash of a file.' }),
    responses: { 200: SealedAnswer },
    problems: ['malformed_body', 'unsupported_media_type'],
    extension: true,
  }),
  getSeal: endpoint({
    method: 'GET',
    path: '/api/v1/pdf_handler/signing/seal/',
    auth: 'open',
    area: 'signing',
    summary: 'Get the certificate of the seal',
    description: 'Returns the certificate with which this instance seals signed documents, and its validity.',
    responses: { 200: InstanceSeal },
    extension: true,
  }),
} as const
