import { z } from 'zod'

/** What a font says of itself. Filled in by the font engines. */
export const FontInspection = z.object({ format: z.string() }).meta({ id: 'FontInspection' })
export type FontInspection = z.infer<typeof FontInspection>
