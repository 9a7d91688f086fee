import { z } from 'zod'
import { ConversionErrorCode } from '../../../contract/conversion-errors.ts'
import type { Sentence } from './sentence.ts'

/**
 * Messages between a child and the pool. A hostile file may control the child, so the pool
 * validates every message, and a file name is a bare name in the child's `out` folder.
 */
export const OutputName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,80}$/)

const said = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text as Sentence)

export const StepResult = z.object({
  /**
   * Names in the child's `out` folder, in order; the first is the result, the rest its resources.
   */
  files: z.array(OutputName).min(1).max(10_000),
  format: z.string().max(20).optional(),
  entries: z.int().min(0).max(100_000).optional(),
  pages: z.int().min(0).max(10_000_000).optional(),
  width: z.int().min(1).max(1_000_000).optional(),
  height: z.int().min(1).max(1_000_000).optional(),
  /** Duration in seconds, of audio and video. */
  duration: z.number().min(0).max(1e9).optional(),
  /**
   * The names of `files` in the document that refers to them (`media/pic 1.png`), for the next
   * step.
   */
  names: z.record(z.string().max(2000), OutputName).optional(),
  warnings: z.array(said(2000)).max(200),
})
export type StepResult = z.infer<typeof StepResult>

export const ChildMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('progress'),
    stage: said(200),
    progress: z.number().min(0).max(1).nullable(),
  }),
  z.object({ type: z.literal('done'), result: StepResult }),
  z.object({
    type: z.literal('failed'),
    code: ConversionErrorCode,
    message: said(2000),
    /** The engine crashed; it did not reject the file. */
    crashed: z.boolean(),
  }),
])
export type ChildMessage = z.infer<typeof ChildMessage>

export type Report = (stage: Sentence, progress: number | null) => void
