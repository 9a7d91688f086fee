import { z } from 'zod'
import { ConversionErrorCode } from '../../../contract/conversion-errors.ts'
import type { Sentence } from './sentence.ts'

/**
 * What a child and the pool say to each other. The child is not trusted: a hostile file may have
 * taken it over, so the pool parses every message, and a file name from a child is a bare name in
 * its own `out` folder.
 */
export const OutputName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,80}$/)

const said = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text as Sentence)

export const StepResult = z.object({
  /**
   * Names in the child's `out` folder, in order; the first is the result, the others belong to it.
   */
  files: z.array(OutputName).min(1).max(10_000),
  format: z.string().max(20).optional(),
  entries: z.int().min(0).max(100_000).optional(),
  pages: z.int().min(0).max(10_000_000).optional(),
  width: z.int().min(1).max(1_000_000).optional(),
  height: z.int().min(1).max(1_000_000).optional(),
  /** Seconds of audio or video. */
  duration: z.number().min(0).max(1e9).optional(),
  /**
   * What `files` are called in the document that refers to them (`media/pic 1.png`), for the next
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
    /** The engine broke down, and did not refuse the file. */
    crashed: z.boolean(),
  }),
])
export type ChildMessage = z.infer<typeof ChildMessage>

export type Report = (stage: Sentence, progress: number | null) => void
