import { z } from 'zod'

/**
 * The families of files. Audio has no routes of its own in the specification; it rides on the video
 * family's and is listed as a family in formats (decision 5).
 */
export const FAMILIES = ['document', 'image', 'font', 'video', 'audio', 'model'] as const
export const Family = z
  .enum(FAMILIES)
  .meta({ id: 'Family', description: 'The kind of file.', example: 'document' })
export type Family = z.infer<typeof Family>
