import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, HardDriveIcon, ScanTextIcon, SignatureIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { browseFiles, useWindowFiles } from '../../../stores/file-taker.ts'
import { Button } from '../../../ui/button.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { FilePicker } from '../../storage/index.ts'
import { BeginProgress } from './begin-progress.tsx'
import { useBegin } from './use-begin.ts'

/**
 * Selects the document: dropped, selected, or from the URL. Other formats are converted to PDF
 * first.
 */
export function NewSigning() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const [picking, setPicking] = useState(false)
  const { begun, begin, forget } = useBegin()
  const file = search.get('file')
  const conversion = search.get('conversion')

  const latest = useRef(begin)
  useEffect(() => {
    latest.current = begin
  })
  useEffect(() => {
    if (file) void latest.current({ kind: 'stored', id: file })
    else if (conversion) void latest.current({ kind: 'conversion', id: conversion })
  }, [file, conversion])
  useWindowFiles({
    hint: () => t`Drop to send for signature`,
    onFiles([first]) {
      if (first) void begin({ kind: 'device', file: first })
    },
  })
  return (
    <div className="grid flex-1 p-4 md:py-6 md:ps-6 md:pe-5">
      <DropArea className="grid min-h-80 place-items-center p-4">
        {begun ? (
          <BeginProgress begun={begun} onAgain={() => void begin(begun.source)} onOther={forget} />
        ) : (
          <div className="flex max-w-88 flex-col items-center text-center">
            <SignatureIcon className="mb-2.5 size-6 text-ink-faint" />
            <h2 className="font-medium">{t`Drop a document to sign`}</h2>
            <p className="mt-1 mb-4 text-ink-soft">
              {t`PDF, or any format that converts to PDF. The file is saved to Storage and stays private until you send it.`}
            </p>
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" icon={FolderOpenIcon} onClick={browseFiles}>
                {t`Choose a file`}
              </Button>
              <Button icon={HardDriveIcon} onClick={() => setPicking(true)}>
                {t`From Storage`}
              </Button>
              <Button icon={ScanTextIcon} render={<Link to={paths.scan({ for: 'signing' })} />}>
                {t`Scan`}
              </Button>
            </div>
            <p className="mt-4 text-ink-soft">
              <TextButton
                render={<Link to={paths.signing({ tab: 'templates' })} />}
              >{t`Start from a template`}</TextButton>
            </p>
          </div>
        )}
      </DropArea>
      <FilePicker
        open={picking}
        families={['document', 'image']}
        onClose={() => setPicking(false)}
        onPick={([picked]) => picked && void begin({ kind: 'stored', id: picked.id })}
      />
    </div>
  )
}
