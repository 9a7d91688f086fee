import { useLingui } from '@lingui/react/macro'
import type { DraftMark } from './draft.ts'

/** The display name of each annotation type. */
export function useMarkNames(): Record<DraftMark['kind'], string> {
  const { t } = useLingui()
  return {
    text: t`Text`,
    highlight: t`Highlight`,
    ink: t`Drawing`,
    shape: t`Shape`,
    stamp: t`Stamp`,
    redaction: t`Redaction`,
    note: t`Note`,
    image: t`Image`,
  }
}
