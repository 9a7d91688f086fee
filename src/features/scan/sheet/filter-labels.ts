import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Filter } from './types.ts'

/** The filters' labels on desk and phone. */
export const FILTER_WORDS: Record<Filter, MessageDescriptor> = {
  original: msg`Original`,
  grey: msg`Grayscale`,
  bw: msg`Black and white`,
  clean: msg`Remove shadows`,
}
