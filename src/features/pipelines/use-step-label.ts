import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatLabel } from '../../lib/format-label.ts'
import { serverText } from '../../lib/server-text.ts'

/** The names of operations in the dashboard; unknown ones have the server's name. */
const LABELS: Record<string, MessageDescriptor> = {
  crop_pages: msg`Crop pages`,
  decrypt: msg`Remove password`,
  delete_pages: msg`Delete pages`,
  encrypt: msg`Encrypt with password`,
  extract_pages: msg`Extract pages`,
  flatten: msg`Flatten forms and comments`,
  merge: msg`Merge`,
  metadata: msg`Edit metadata`,
  optimize: msg`Compress`,
  page_numbers: msg`Add page numbers`,
  redact: msg`Redact`,
  reorder_pages: msg`Reorder pages`,
  repair: msg`Repair`,
  resize_pages: msg`Change page size`,
  rotate_pages: msg`Rotate pages`,
  split: msg`Split`,
  watermark: msg`Add watermark`,
}

interface Named {
  operation: string
  target_format: string
}

/**
 * The name of a step: conversions, and operations with several targets, are named by their target.
 */
export function useStepLabel(): (step: Named, label?: string) => string {
  const { t, i18n } = useLingui()
  return ({ operation, target_format }, label) => {
    const format = formatLabel(target_format)
    if (operation === 'convert') return t`Convert to ${format}`
    if (operation === 'ocr') return t`Recognize text as ${format}`
    if (operation === 'extract_images') return t`Extract images as ${format}`
    const known = LABELS[operation]
    return known ? i18n._(known) : serverText(i18n, label ?? operation)
  }
}
