import type { OptionField, OptionValues } from './options-schema.ts'

export type GroupId =
  | 'crop'
  | 'size'
  | 'quality'
  | 'page'
  | 'time'
  | 'sound'
  | 'characters'
  | 'shape'
  | 'metadata'
  | 'access'
  | 'other'

/** Groups of options, in the order of the form. All engines use these names. */
const GROUPS: Record<Exclude<GroupId, 'other'>, string> = {
  access: 'password current_password user_password owner_password new_password permissions',
  crop: 'crop_x crop_y crop_width crop_height rotate flip flop',
  size: 'width height fit focal_x focal_y resolution size dpi texture_size',
  quality:
    'quality lossless compression codec image_quality image_resolution texture_format colours palette ' +
    'effort progressive grayscale background colour',
  page: 'paper page_size landscape margin margin_mm font_size pages sheet single_page_sheets toc number_sections pdf_a tagged wrap',
  time: 'start end at fps loop',
  sound: 'mute bitrate audio_bitrate sample_rate bit_depth channels normalize',
  characters: 'subset unicodes hinting keep_layout member',
  shape: 'scale center up_axis simplify dedup embed',
  metadata: 'strip_metadata',
}

const GROUP_OF = new Map(
  (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).flatMap((id) =>
    GROUPS[id].split(' ').map((name) => [name, id] as const),
  ),
)

/** Rarely changed options: collapsed under "More options" in long forms. */
const RARE = new Set(
  (
    'effort progressive grayscale background colours palette texture_format dedup center channels normalize ' +
    'unicodes member tagged image_resolution number_sections fit sample_rate bit_depth loop'
  ).split(' '),
)

/** A form with this few options collapses none. */
const FEW = 5

export interface OptionGroup {
  id: GroupId
  fields: OptionField[]
}

export interface OptionsLayout {
  groups: OptionGroup[]
  more: OptionField[]
}

/** Options that are shown on the image instead of in the form. */
export const FOCAL_POINT = new Set(['focal_x', 'focal_y'])

/**
 * Whether the image is cropped to fill a width and a height: only then a focal point has an effect.
 */
export const cutsToSize = ({ width, height, fit }: OptionValues): boolean =>
  isSide(width) && isSide(height) && fit === 'cover'

const isSide = (value: unknown): value is number => typeof value === 'number' && value > 0

/**
 * An operation's options in groups. `fit` needs both a width and a height, so it is rare without
 * them.
 */
export function layoutOf(fields: readonly OptionField[], values: OptionValues): OptionsLayout {
  const hasBothSides = values.width !== undefined && values.height !== undefined
  const isMeaningful = ({ name }: OptionField) => !FOCAL_POINT.has(name) || cutsToSize(values)
  const isRare = ({ name }: OptionField) =>
    fields.length > FEW && RARE.has(name) && !(name === 'fit' && hasBothSides)
  const byGroup = Map.groupBy(
    fields.filter((field) => !isRare(field) && isMeaningful(field)),
    ({ name }) => GROUP_OF.get(name) ?? 'other',
  )
  const ids: GroupId[] = [...(Object.keys(GROUPS) as GroupId[]), 'other']
  return {
    groups: ids.flatMap((id) => {
      const members = byGroup.get(id)
      return members ? [{ id, fields: members }] : []
    }),
    more: fields.filter(isRare),
  }
}

export type Unit = 'px wide' | 'px high' | 'px' | 'of 100' | 'mm' | 'pt' | 's' | 'dpi' | '%' | 'fps'

const UNITS: Record<string, Unit> = {
  width: 'px wide',
  height: 'px high',
  crop_x: 'px',
  crop_y: 'px',
  crop_width: 'px wide',
  crop_height: 'px high',
  size: 'px',
  texture_size: 'px',
  quality: 'of 100',
  image_quality: 'of 100',
  margin: 'mm',
  margin_mm: 'mm',
  font_size: 'pt',
  start: 's',
  end: 's',
  at: 's',
  dpi: 'dpi',
  simplify: '%',
  fps: 'fps',
}

/** The unit of an option, shown inside its field; null for a plain number. */
export const unitOf = (name: string): Unit | null => UNITS[name] ?? null
