import { z } from 'zod'
import { ENCODINGS } from './encoding.ts'

export const SUBTITLE_OPTIONS = z.strictObject({
  shift: z.number().min(-86_400).max(86_400).default(0).meta({
    title: 'Shift',
    description: 'In seconds. Positive values show the subtitles later.',
  }),
  encoding: z
    .enum(['auto', ...ENCODINGS])
    .default('auto')
    .meta({
      title: 'Source encoding',
      description: 'Only needed if letters come out wrong.',
    }),
})
export type SubtitleOptions = z.infer<typeof SUBTITLE_OPTIONS>
