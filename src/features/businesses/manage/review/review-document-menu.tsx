import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon, ShieldAlertIcon } from 'lucide-react'
import { useState } from 'react'
import type { BusinessDocument } from '../../../../api/businesses.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { QuarantineDialog } from '../../../admin/index.ts'

/** A reviewer's other actions for a document. */
export function ReviewDocumentMenu({ document }: { document: BusinessDocument }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { document_id, file_name: name } = document
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton name={t`Actions for ${name}`} icon={EllipsisIcon} />}
        entries={[
          { label: t`Quarantine`, icon: ShieldAlertIcon, danger: true, onSelect: () => setIsOpen(true) },
        ]}
      />
      {isOpen && <QuarantineDialog file={{ document_id }} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}
