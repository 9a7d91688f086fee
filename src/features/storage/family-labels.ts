import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StoredFamily } from '../../api/storage.ts'
import type { Family } from '../../lib/families.ts'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'

export const STORED_WORDS: Record<StoredFamily, MessageDescriptor> = { ...FAMILY_WORDS, other: msg`Other` }

/** Unknown families have no hue and no icon. */
export const hueOf = (family: StoredFamily): Family | null => (family === 'other' ? null : family)
