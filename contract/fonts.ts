import { z } from 'zod'
import { conversionParams } from './conversion.ts'
import { FormatEntry, fileReference, StoredUpload } from './convert.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { convert, download, formats, operations, refusals, status, validate } from './family-routes.ts'
import { FileName } from './file-name.ts'
import { FontInspection } from './font-inspection.ts'

export const FontTargets = z
  .object({
    format: z.string().meta({ description: 'Input format.' }),
    outputs: z.array(FormatEntry).meta({ description: 'Formats that the input format can be converted to.' }),
    engines: z.record(z.string(), z.array(z.string())).meta({
      description: 'Output formats of each engine.',
    }),
  })
  .meta({ id: 'FontTargets', description: 'Output formats of a font format.' })

/** The free quota of the family, counted in conversions at today's price. */
export const FontQuota = z
  .object({
    remaining: z
      .int()
      .min(0)
      .meta({ description: 'Number of conversions that the available credits pay for.' }),
    used: z.int().min(0).meta({
      description: 'Number of conversions that the used credits correspond to, at the current price.',
    }),
    limit: z.int().min(0).meta({ description: 'Number of conversions that all granted credits pay for.' }),
    credits_per_conversion: z
      .int()
      .min(0)
      .meta({ description: 'Current price of a font conversion in credits.' }),
    anonymous: z
      .boolean()
      .meta({ description: 'Whether the quota is that of a visitor without an account.' }),
  })
  .meta({ id: 'FontQuota', description: 'Number of font conversions that the credits pay for.' })

const inspected = { 200: FontInspection } as const

export const fontEndpoints = {
  listFontFormats: formats('/api/v1/fonts/formats/', 'List font formats'),
  listFontTargets: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/formats/{input_format}/',
    auth: 'anyone',
    permission: 'convert:read',
    area: 'convert',
    summary: 'List output formats of a font format',
    description: 'Lists the formats that a font of the given format can be converted to, and the engines.',
    params: z.object({
      input_format: z.string().min(1).max(32).meta({ description: 'Input format.' }),
    }),
    responses: { 200: FontTargets },
    problems: ['not_found'],
  }),
  listFontOperations: operations('/api/v1/fonts/operations/', 'List font operations', true),
  uploadFont: endpoint({
    method: 'POST',
    path: '/api/v1/fonts/upload/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Upload a font',
    description:
      'Stores the font for one day and returns its `s3_key`, which `convertFont` and `inspectStoredFont` accept.',
    form: z
      .object({ file: z.file().meta({ description: 'Font file.' }) })
      .meta({ id: 'FontUpload', description: 'Form with a font file.' }),
    responses: { 201: StoredUpload },
    problems: refusals,
  }),
  convertFont: convert('/api/v1/fonts/convert/', 'Convert a stored or uploaded font'),
  validateFont: validate('/api/v1/fonts/validate/', 'Validate a font conversion'),
  inspectFont: endpoint({
    method: 'POST',
    path: '/api/v1/fonts/inspect/',
    auth: 'anyone',
    permission: 'convert:write',
    area: 'convert',
    summary: 'Inspect a font file',
    description:
      'Returns names, metrics, features, languages and glyphs of each font in the file. The file is not stored and nothing is charged.',
    form: z
      .object({ file: z.file().meta({ description: 'Font file. The file is not stored.' }) })
      .meta({ id: 'FontToInspect', description: 'Form with a font file to inspect.' }),
    responses: inspected,
    problems: [...refusals, 'inspection_failed'],
  }),
  inspectStoredFont: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/inspect/',
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary: 'Inspect a stored font',
    description:
      'Works like `inspectFont`, for a file of the caller given by `s3_key`, `file_id` or `conversion_id`.',
    query: z.object(fileReference),
    responses: inspected,
    problems: ['file_missing', 'not_found', 'unsupported_source', 'inspection_failed'],
  }),
  getFontConversion: status(
    '/api/v1/fonts/conversion/{conversion_id}/',
    'Get the status of a font conversion',
  ),
  downloadFont: download('/api/v1/fonts/{conversion_id}/download/', 'Download the converted font'),
  downloadFontAs: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/{conversion_id}/download/{filename}',
    auth: 'owner',
    permission: 'convert:read',
    area: 'convert',
    summary: 'Download a font under a chosen filename',
    description: 'Works like `downloadFont`. The file name is cleaned and used in `Content-Disposition`.',
    params: conversionParams.extend({ filename: FileName }),
    responses: { 200: BYTES, 206: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  }),
  getFontQuota: endpoint({
    method: 'GET',
    path: '/api/v1/fonts/quota/',
    auth: 'anyone',
    permission: 'convert:read',
    area: 'convert',
    summary: 'Get the remaining font quota',
    description: 'Returns how many font conversions the credits of the caller pay for at the current price.',
    responses: { 200: FontQuota },
  }),
} as const
