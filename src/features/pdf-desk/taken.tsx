import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { browseFiles, takeFiles } from '../../stores/file-taker.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** While the page is there, a file that is dropped on the window or chosen is opened here. */
export function useTakenPdf(onFile: (file: File) => void): void {
  const { t } = useLingui()
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(
    () =>
      takeFiles({
        says: () => t`Let go to open the PDF`,
        take([file]) {
          if (file) latest.current(file)
        },
      }),
    [t],
  )
}

export function OpenPdfButton() {
  const { t } = useLingui()
  return <IconButton name={t`Open another file`} icon={FolderOpenIcon} onClick={browseFiles} />
}
