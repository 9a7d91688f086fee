import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GroupId, Unit } from './layout.ts'

export const GROUP_WORDS: Record<GroupId, MessageDescriptor> = {
  access: msg`Password`,
  crop: msg`Crop`,
  size: msg`Size`,
  quality: msg`Quality`,
  page: msg`Page`,
  time: msg`Time`,
  sound: msg`Sound`,
  characters: msg`Characters`,
  shape: msg`Shape`,
  metadata: msg`Metadata`,
  other: msg`Options`,
}

export const UNIT_WORDS: Record<Unit, MessageDescriptor> = {
  'px wide': msg`px wide`,
  'px high': msg`px high`,
  px: msg`px`,
  'of 100': msg`of 100`,
  mm: msg`mm`,
  pt: msg`pt`,
  s: msg`s`,
  dpi: msg`dpi`,
  '%': msg`%`,
  fps: msg`fps`,
}
