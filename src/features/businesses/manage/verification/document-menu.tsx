import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, EllipsisIcon, EyeIcon, Trash2Icon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  type Business,
  type BusinessDocument,
  documentUrl,
  useRemoveDocument,
} from '../../../../api/businesses.ts'
import { startDownload } from '../../../../lib/start-download.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { useConfirmAct } from '../../../problems/index.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx'))

type DocumentMenuProps = { business: Business; document: BusinessDocument; editable: boolean }

/** A submitted or accepted document cannot be deleted. */
export function DocumentMenu({ business, document, editable }: DocumentMenuProps) {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const [viewed, setViewed] = useState(false)
  const { mutateAsync } = useRemoveDocument(business.business_id)
  const { document_id, file_name: name, status } = document
  const removable = editable && (status === 'ready' || status === 'rejected')
  const remove = () =>
    confirm({
      title: t`Delete “${name}”?`,
      body: t`This permanently deletes the document from the verification.`,
      act: t`Delete`,
      verb: t`Deleting`,
      run: async () => {
        await mutateAsync(document_id)
      },
    })
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton name={t`Actions for ${name}`} icon={EllipsisIcon} />}
        entries={[
          { label: t`View document`, icon: EyeIcon, onSelect: () => setViewed(true) },
          {
            label: t`Download`,
            icon: DownloadIcon,
            onSelect: () => startDownload(documentUrl(business.business_id, document_id)),
          },
          ...(removable
            ? ['line' as const, { label: t`Delete`, icon: Trash2Icon, danger: true, onSelect: remove }]
            : []),
        ]}
      />
      <Suspense>
        {viewed && (
          <ViewDialog
            business_id={business.business_id}
            document={document}
            onClose={() => setViewed(false)}
          />
        )}
      </Suspense>
    </>
  )
}
