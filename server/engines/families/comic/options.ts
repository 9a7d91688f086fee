import { z } from 'zod'
import { PASSWORD } from '../unlock/unlock.ts'

const DIRECTION = z.enum(['auto', 'left_to_right', 'right_to_left']).default('auto').meta({
  title: 'Reading direction',
  description: 'Which page of a spread comes first. Auto uses the comic’s metadata.',
})

/** What can be set for a comic: a password, and for a PDF the reading direction. */
export const COMIC_OPTIONS = z.strictObject({ password: PASSWORD })
export const COMIC_PDF_OPTIONS = COMIC_OPTIONS.extend({ direction: DIRECTION })
