import { z } from 'zod'

/**
 * The families of files. The specification has no routes for audio: it uses those of video, and
 * formats list it as a family (decision 5).
 */
export const FAMILIES = ['document', 'image', 'font', 'video', 'audio', 'model'] as const
export const Family = z
  .enum(FAMILIES)
  .meta({ id: 'Family', description: 'Family of a file format.', example: 'document' })
export type Family = z.infer<typeof Family>
