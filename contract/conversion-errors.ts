import { z } from 'zod'

/**
 * Why a conversion ended as `failed`. Stable: the dashboard has a sentence and a next step for
 * each, and a client may branch on them. `cancelled` is a failure here because the specification
 * knows three states only.
 */
export const CONVERSION_ERRORS = [
  'source_damaged', // cannot be read: cut short, corrupt, or not what its bytes claim
  'source_encrypted', // needs a password
  'source_empty', // nothing in it to convert: zero bytes, no pages, no text
  'source_too_complex', // within the size limit, yet a bomb: inflated size, pixels, entries, nesting
  'source_unsupported', // readable, but a variant that the engine cannot take (XFA, an odd colour space …)
  'option_refused', // an option that only the engine can judge (a crop outside the image, a page that is not there)
  'output_empty', // the engine ended well and wrote nothing, or nothing but blank
  'output_wrong', // what it wrote is not what was asked for
  'output_too_large',
  'time_limit',
  'memory_limit',
  'engine_unavailable', // the engine that this needs is not installed any more
  'engine_failed', // anything else that the engine says; the message is for a person
  'file_quarantined', // an administrator blocked the source while the conversion waited
  'storage_full', // no room to write the result
  'cancelled',
  'internal', // our fault; the request id leads to the log
] as const
export const ConversionErrorCode = z.enum(CONVERSION_ERRORS).meta({
  id: 'ConversionErrorCode',
  description: 'Stable code for the reason of a failed conversion.',
  example: 'source_encrypted',
})
export type ConversionErrorCode = z.infer<typeof ConversionErrorCode>
