import { z } from 'zod'
import { Accepted } from './conversion.ts'
import { endpoint } from './endpoint.ts'

/** Sample files that a new account can convert for free, with their targets. */
export const SAMPLES = {
  image: { file: 'harbor.jpg', family: 'image', target: 'avif' },
  document: { file: 'lease.docx', family: 'document', target: 'pdf' },
  model: { file: 'gear.stl', family: 'model', target: 'glb' },
} as const
export const SAMPLE_NAMES = ['image', 'document', 'model'] as const satisfies readonly SampleName[]
export type SampleName = keyof typeof SAMPLES

export const sampleEndpoints = {
  convertSample: endpoint({
    method: 'POST',
    path: '/api/v1/conversion/sample/{sample}/',
    auth: 'account',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Convert a sample file',
    description:
      'Converts a sample file of the instance free of charge. Otherwise it is a normal conversion: it is listed in the history, and its result can be downloaded and shared. Limited to a few per hour and account.',
    params: z.object({
      sample: z.enum(SAMPLE_NAMES).meta({
        description: 'Sample to convert: a photo to AVIF, a document to PDF, or a 3D model to GLB.',
      }),
    }),
    responses: { 202: Accepted },
    problems: ['unsupported_target', 'too_many_requests'],
    idempotent: true,
    extension: true,
  }),
} as const
