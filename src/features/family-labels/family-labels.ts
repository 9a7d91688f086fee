import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Family } from '../../lib/families.ts'

export const FAMILY_WORDS: Record<Family, MessageDescriptor> = {
  document: msg`Documents`,
  image: msg`Images`,
  font: msg`Fonts`,
  video: msg`Video`,
  audio: msg`Audio`,
  model: msg`Models`,
}
