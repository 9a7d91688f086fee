import { z } from 'zod'

/**
 * A boolean of a query or of a multipart form, which carry texts only: `true`, `1` or `on`,
 * `false`, `0` or `off`, in any case. Documented as a boolean, so that generated clients take one.
 */
export const BooleanText = z
  .stringbool({ truthy: ['true', '1', 'on'], falsy: ['false', '0', 'off'] })
  .meta({ override: { type: 'boolean' } })
