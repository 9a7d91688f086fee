import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon } from 'lucide-react'
import { browseFiles, useWindowFiles } from '../../../stores/file-taker.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

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

export function OpenPdfButton() {
  const { t } = useLingui()
  return <IconButton name={t`Open another file`} icon={FolderOpenIcon} onClick={browseFiles} />
}
