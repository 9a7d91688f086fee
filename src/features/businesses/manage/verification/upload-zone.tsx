import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, LoaderIcon, UploadIcon } from 'lucide-react'
import type { DocumentKind } from '../../../../../contract/business-states.ts'
import { type Business, useAddDocument } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { ACCEPT } from './document-labels.ts'

type UploadZoneProps = { business: Business; kind: DocumentKind; title: string }

/** A drop zone for a document, with a button. */
export function UploadZone({ business, kind, title }: UploadZoneProps) {
  const { t } = useLingui()
  const add = useAddDocument(business.business_id)
  // For documents these codes have other texts than for conversions.
  const refused = {
    unsupported_source: t`This file type isn’t accepted. Upload a PDF or an image.`,
    file_too_large: t`The file is larger than 20 MB. Upload a smaller copy.`,
  }[add.error?.code as string]
  return (
    <div className="mt-2">
      <DropZone
        label={title}
        hint={t`Drop to upload`}
        accept={ACCEPT}
        multiple={false}
        disabled={add.isPending}
        onFiles={([file]) => file && add.mutate({ kind, file })}
        className="rounded-control border border-dashed border-control"
      >
        {(open) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-canvas px-4 py-3">
            {add.isPending ? (
              <LoaderIcon className="turns text-accent" />
            ) : (
              <UploadIcon className="text-ink-soft" />
            )}
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-medium" role={add.isPending ? 'status' : undefined}>
                {add.isPaused
                  ? t`Upload starts when you’re online`
                  : add.isPending
                    ? t`Uploading and scanning for malware`
                    : title}
              </span>
              <span className="block text-small text-ink-soft">{t`PDF or image, up to 20 MB`}</span>
            </span>
            <Button size={28} icon={FolderOpenIcon} disabled={add.isPending} onClick={open}>
              {t`Browse`}
            </Button>
          </div>
        )}
      </DropZone>
      {refused ? (
        <p role="alert" className="mt-3 text-bad">
          {refused}
        </p>
      ) : (
        <ProblemLine error={add.error} />
      )}
    </div>
  )
}
