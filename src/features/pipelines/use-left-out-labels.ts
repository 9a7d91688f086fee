import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MOST_FILES } from '../../api/pipelines.ts'
import { showToast } from '../../ui/toaster.tsx'

/** Shows a toast about skipped files, if there are any. */
export function useLeftOutLabels(): (left: { other: number; excess: number }) => void {
  const { t } = useLingui()
  return ({ other, excess }) => {
    const sentences = [
      other > 0 &&
        t({
          message: plural(other, {
            one: '# file isn’t a PDF and was skipped.',
            other: '# files aren’t PDFs and were skipped.',
          }),
        }),
      excess > 0 &&
        t({
          message: plural(excess, {
            one: `A run can have up to ${MOST_FILES} files. # was skipped.`,
            other: `A run can have up to ${MOST_FILES} files. # were skipped.`,
          }),
        }),
    ].filter(Boolean)
    if (sentences.length > 0) showToast({ kind: 'error', text: sentences.join(' ') })
  }
}
