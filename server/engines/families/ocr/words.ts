import { z } from 'zod'

/**
 * Recognized words in pixels from the image's top left; parsed by the process that writes the page.
 */
export const PageWords = z.object({
  /** From 0 to 100. */
  confidence: z.number(),
  lines: z
    .array(
      z.object({
        /** The baseline's height at the left and right end of the line. */
        baseline: z.tuple([z.number(), z.number()]),
        /** From the top of the highest letter to the bottom of the lowest. */
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
