import { useLingui } from '@lingui/react/macro'
import { useWindowFiles } from '../../../stores/file-taker.ts'

/** While mounted, files that are dropped on the window or selected open here. */
export function useTakenPdf(onFile: (file: File) => void): void {
  const { t } = useLingui()
  useWindowFiles({
    hint: () => t`Drop to open the PDF`,
    onFiles([file]) {
      if (file) onFile(file)
    },
  })
}
