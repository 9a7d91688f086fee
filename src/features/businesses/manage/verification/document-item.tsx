import { useLingui } from '@lingui/react/macro'
import type { DocumentKind } from '../../../../../contract/business-states.ts'
import type { Business, BusinessDocument } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { DocumentDetails } from './document-details.tsx'
import { KIND_HINTS, KIND_WORDS } from './document-labels.ts'
import { DocumentMenu } from './document-menu.tsx'
import { ItemIcon } from './item-icon.tsx'
import type { Requirement } from './requirement.ts'
import { UploadZone } from './upload-zone.tsx'
import { useItemLabels } from './use-item-labels.ts'

type DocumentItemProps = {
  business: Business
  kind: DocumentKind
  requirement: Pick<Requirement, 'status' | 'reason'>
  document: BusinessDocument | null
  /** Whether it can be added and replaced now. */
  editable: boolean
}

const TONES: Partial<Record<Requirement['status'], Tone>> = {
  missing: 'warn',
  ready: 'accent',
  rejected: 'bad',
}

/** A document: its status, the rejection reason, and the drop zone while it is missing. */
export function DocumentItem({ business, kind, requirement, document, editable }: DocumentItemProps) {
  const { t, i18n } = useLingui()
  const words = useItemLabels()
  const { status, reason } = requirement
  const open = status === 'missing' || status === 'rejected'
  const date =
    document && formatDate(new Date(document.reviewed_at ?? document.uploaded_at), { locale: i18n.locale })
  const tone = TONES[status]
  return (
    <li
      className={`relative flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 ${status === 'rejected' ? 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine) before:bg-bad' : ''}`}
    >
      <ItemIcon status={status} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {i18n._(KIND_WORDS[kind])}
          {tone ? (
            <Badge tone={tone}>{words[status]}</Badge>
          ) : (
            <span className="sr-only">{words[status]}</span>
          )}
        </p>
        {document ? (
          <DocumentDetails document={document} />
        ) : (
          <p className="text-small text-ink-soft">{i18n._(KIND_HINTS[kind])}</p>
        )}
        {status === 'rejected' && reason && <p className="mt-1.5 wrap-anywhere">{reason}</p>}
        {open && editable && (
          <UploadZone
            business={business}
            kind={kind}
            title={status === 'rejected' ? t`Drop new document here` : t`Drop document here`}
          />
        )}
      </div>
      {date && <span className="text-small text-ink-soft max-sm:hidden">{date}</span>}
      {document && <DocumentMenu business={business} document={document} editable={editable} />}
    </li>
  )
}
