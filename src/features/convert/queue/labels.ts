import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Kind } from './targets.ts'

export const KIND_WORDS: Record<Kind, MessageDescriptor> = {
  pages: msg`Pages`,
  office: msg`Office`,
  books: msg`E-books`,
  text: msg`Text and markup`,
  image: msg`Images`,
  font: msg`Fonts`,
  video: msg`Video`,
  audio: msg`Audio`,
  model: msg`Models`,
}
