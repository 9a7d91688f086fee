import { z } from 'zod'

/**
 * A boolean in a query or a multipart form, which contain text only: `true`, `1` or `on`, `false`,
 * `0` or `off`, in any case. Documented as a boolean, so that generated clients accept one.
 */
export const BooleanText = z
  .stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', 'off'] })
  .meta({ override: { type: 'boolean' } })
