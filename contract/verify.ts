import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Whose seal stands on the documents that were signed here: what it takes to know it again. */
export const InstanceSeal = z
  .object({
    name: z.string().meta({ description: 'Name in the certificate.' }),
    fingerprint_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 of the certificate in DER, in lower-case hexadecimal.' }),
    certificates: z.array(z.base64()).min(1).meta({
      description: 'Certificate chain in DER: the certificate of the seal first, followed by its issuers.',
    }),
    valid_from: z.iso.datetime().meta({ description: 'Start of validity.' }),
    valid_until: z.iso.datetime().meta({ description: 'End of validity.' }),
    time_stamps: z
      .boolean()
      .meta({ description: 'Whether a time-stamp authority confirms the time of sealing.' }),
  })
  .meta({ id: 'InstanceSeal', description: 'Certificate of the seal.' })
export type InstanceSeal = z.infer<typeof InstanceSeal>

/**
 * A file as it was sealed here, known by its bytes alone: nothing of who signed it, which stands in
 * the file itself.
 */
export const SealedHere = z
  .object({
    session_id: z
      .uuid()
      .meta({ description: 'Id of the signing session, as on the certificate page of the file.' }),
    sealed_at: z.iso.datetime().meta({ description: 'Time of sealing.' }),
    acted: z.int().min(1).meta({ description: 'Number of recipients who signed or approved.' }),
    time_stamped: z.boolean().meta({ description: 'Whether a time-stamp authority confirmed the time.' }),
    log: z
      .object({
        intact: z.boolean().meta({
          description: 'Whether no event was changed or removed and the chain of hashes is complete.',
        }),
        as_certified: z.boolean().meta({
          description: 'Whether the stored event equals the last event on the certificate page of the file.',
        }),
        number: z.int().min(1).meta({ description: 'Number of the last event on the certificate page.' }),
        hash: z.string().nullable().meta({
          description:
            'Hash of the stored event with that number in hexadecimal; null if it no longer exists.',
        }),
      })
      .meta({ description: 'Current audit log of the session.' }),
  })
  .meta({ id: 'SealedHere', description: 'A document sealed by this instance.' })
export type SealedHere = z.infer<typeof SealedHere>

export const SealedAnswer = z
  .object({
    sealed: SealedHere.nullable().meta({
      description:
        'Details of the sealed document; null if the file was not sealed by this instance, or if its signature request was deleted.',
    }),
  })
  .meta({ id: 'SealedAnswer', description: 'Result of the lookup.' })

export const verifyEndpoints = {
  lookUpSealed: endpoint({
    method: 'POST',
    path: '/api/v1/pdf_handler/signing/verify/',
    auth: 'open',
    area: 'signing',
    summary: 'Look up a sealed document by its hash',
    description:
      'Returns whether this instance sealed a file with this SHA-256, and when. Returns nothing about the signers.',
    json: z
      .strictObject({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/i, 'Write 64 hexadecimal digits')
          .toLowerCase()
          .meta({
            description:
              'SHA-256 of the complete file in hexadecimal. It is sent in the body, so that it does not appear in URLs.',
          }),
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
