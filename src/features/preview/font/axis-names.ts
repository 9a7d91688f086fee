import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Names of registered and of common axes. */
const NAMES: Record<string, MessageDescriptor> = {
  wght: msg`Weight`,
  wdth: msg`Width`,
  opsz: msg`Optical size`,
  slnt: msg`Slant`,
  ital: msg`Italic`,
  GRAD: msg`Grade`,
  CASL: msg`Casual`,
  MONO: msg`Monospace`,
  SOFT: msg`Softness`,
  WONK: msg`Wonk`,
}

export const axisName = (tag: string): MessageDescriptor | undefined => NAMES[tag]
