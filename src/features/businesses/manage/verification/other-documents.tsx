import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Business } from '../../../../api/businesses.ts'
import { TextButton } from '../../../../ui/text-button.tsx'
import { DocumentItem } from './document-item.tsx'
import { UploadZone } from './upload-zone.tsx'

/** Optional supporting documents. */
export function OtherDocuments({ business, editable }: { business: Business; editable: boolean }) {
  const { t } = useLingui()
  const [adds, setAdds] = useState(false)
  const others = business.documents.filter(({ kind }) => kind === 'other')
  return (
    <>
      {others.map((document) => (
        <DocumentItem
          key={document.document_id}
          business={business}
          kind="other"
          requirement={{ status: document.status, reason: document.reason }}
          document={document}
          editable={editable}
        />
      ))}
      {editable && (
        <li className="px-4 py-3">
          {adds ? (
            <UploadZone business={business} kind="other" title={t`Drop document here`} />
          ) : (
            <TextButton onClick={() => setAdds(true)}>{t`Add another document`}</TextButton>
          )}
        </li>
      )}
    </>
  )
}
