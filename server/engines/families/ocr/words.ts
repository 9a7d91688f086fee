import { z } from 'zod'

/**
 * What was read on a page, in pixels of its image from the top left: read again by the process that
 * writes the page.
 */
export const PageWords = z.object({
  /** From 0 to 100. */
  confidence: z.number(),
  lines: z
    .array(
      z.object({
        /** Where the letters stand, at the left and at the right end of the line. */
        baseline: z.tuple([z.number(), z.number()]),
        /** From the top of the highest letter to the foot of the lowest. */
        height: z.number(),
        left: z.number(),
        right: z.number(),
        words: z
          .array(z.object({ text: z.string().max(1000), left: z.number(), right: z.number() }))
          .max(2000),
      }),
    )
    .max(5000),
})
export type PageWords = z.infer<typeof PageWords>
