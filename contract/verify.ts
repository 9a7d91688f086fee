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
    valid_from: z.iso.datetime(),
    valid_until: z.iso.datetime(),
    time_stamps: z
      .boolean()
      .meta({ description: 'Whether a time-stamp authority says when a document was sealed.' }),
  })
  .meta({ id: 'InstanceSeal' })
export type InstanceSeal = z.infer<typeof InstanceSeal>

export const verifyEndpoints = {
  getSeal: endpoint({
    method: 'GET',
    path: '/api/v1/pdf_handler/signing/seal/',
    auth: 'open',
    area: 'signing',
    summary: 'Whose seal is on the documents that were signed here',
    responses: { 200: InstanceSeal },
    extension: true,
  }),
} as const
