import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MOST_FILES } from '../../api/pipelines.ts'
import { showToast } from '../../ui/toaster.tsx'

/** Says what of the chosen files is not taken, where anything is not. */
export function useLeftOutWords(): (left: { other: number; over: number }) => void {
  const { t } = useLingui()
  return ({ other, over }) => {
    const says = [
      other > 0 &&
        t({
          message: plural(other, {
            one: '# file is no PDF and was left out.',
            other: '# files are no PDFs and were left out.',
          }),
        }),
      over > 0 &&
        t({
          message: plural(over, {
            one: `A run takes ${MOST_FILES} files: # was left out.`,
            other: `A run takes ${MOST_FILES} files: # were left out.`,
          }),
        }),
    ].filter(Boolean)
    if (says.length > 0) showToast({ kind: 'error', text: says.join(' ') })
  }
}
