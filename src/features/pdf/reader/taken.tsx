import { useLingui } from '@lingui/react/macro'
import { useWindowFiles } from '../../../stores/file-taker.ts'

/** While the page is there, a file that is dropped on the window or chosen is opened here. */
export function useTakenPdf(onFile: (file: File) => void): void {
  const { t } = useLingui()
  useWindowFiles({
    hint: () => t`Drop to open the PDF`,
    onFiles([file]) {
      if (file) onFile(file)
    },
  })
}
