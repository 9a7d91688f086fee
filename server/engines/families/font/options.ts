import { z } from 'zod'
import { thumbnailSize } from '../../kernel/thumbnail-size.ts'
import { PRESETS, UNICODE_RANGES } from './unicode-ranges.ts'

const subset = z
  .enum(['none', ...Object.keys(PRESETS)])
  .default('none')
  .meta({ title: 'Characters', description: 'Keeps only these characters, which makes the file smaller.' })
const unicodes = z
  .string()
  .max(2000)
  .regex(UNICODE_RANGES, 'Write characters like U+0020-007E,U+00A0')
  .default('')
  .meta({
    title: 'More characters',
    description: 'Unicode ranges to keep as well, for example U+0020-007E,U+20AC.',
  })
const hinting = z.enum(['keep', 'drop']).default('keep').meta({
  title: 'Hinting',
  description: 'Instructions for sharp letters on coarse screens. Dropping them makes the file smaller.',
})
const keep_layout = z.boolean().default(true).meta({
  title: 'Keep kerning and features',
  description: 'Ligatures, small capitals, kerning and everything else that sets text well.',
})
const member = z.int().min(0).max(255).default(0).meta({
  title: 'Font of the collection',
  description: 'The first is 1. With 0, all of them, in an archive when there are several.',
})
const size = z.int().min(6).max(200).default(24).meta({
  title: 'Height',
  description: 'Of the letters, in pixels.',
})

const changes = { subset, unicodes, hinting, keep_layout }

/** A specimen for lists. */
export const THUMBNAIL_OPTIONS = z.strictObject({ size: thumbnailSize(480) })

export const FONT_OPTIONS = z.strictObject(changes)
export const COLLECTION_OPTIONS = z.strictObject({ ...changes, member })
export const BITMAP_OPTIONS = z.strictObject({ size, subset, unicodes })
export const NO_OPTIONS = z.strictObject({})
export const SUBSET_OPTIONS = z.strictObject({
  ...changes,
  subset: subset.unwrap().default('latin').meta({
    title: 'Characters',
    description: 'Keeps only these characters, which makes the file smaller.',
  }),
})

/** All options of the schemas above; those that an operation lacks have their default. */
export interface FontChanges {
  subset: string
  unicodes: string
  hinting: 'keep' | 'drop'
  keep_layout: boolean
  member: number
}

export function changesOf(options: Record<string, unknown>): FontChanges {
  return { ...COLLECTION_OPTIONS.parse({}), ...options } as FontChanges
}

export function changesNothing({ subset, unicodes, hinting, keep_layout }: FontChanges): boolean {
  return subset === 'none' && unicodes.trim() === '' && hinting === 'keep' && keep_layout
}
