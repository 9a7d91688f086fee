import { useLingui } from '@lingui/react/macro'
import type { BusinessDocument } from '../../../../api/businesses.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { DocumentDetails } from '../verification/document-details.tsx'
import { KIND_WORDS } from '../verification/document-labels.ts'
import { ItemIcon } from '../verification/item-icon.tsx'
import { useItemLabels } from '../verification/use-item-labels.ts'
import { ReasonField } from './reason-field.tsx'
import { ReviewDocumentMenu } from './review-document-menu.tsx'

export interface Verdict {
  status: 'accepted' | 'rejected' | null
  reason: string
}

type DocumentDecisionProps = {
  document: BusinessDocument
  decides: boolean
  verdict: Verdict
  onVerdict: (verdict: Verdict) => void
  /** The rejection lacks a reason. */
  unreasoned: boolean
  shown: boolean
  onShow: () => void
}

/** A document of the review: its type, a button to display it, and the decision. */
export function DocumentDecision(props: DocumentDecisionProps) {
  const { document, decides, verdict, onVerdict, unreasoned, shown, onShow } = props
  const { t, i18n } = useLingui()
  const words = useItemLabels()
  const { kind, status, reason, file_name: name } = document
  const title = i18n._(KIND_WORDS[kind])
  return (
    <li className={`grid gap-2 px-4 py-3 ${shown ? 'bg-accent-tint' : ''}`}>
      <div className="flex items-start gap-3">
        <ItemIcon status={status} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {title}
            {!decides && <Badge tone={status === 'rejected' ? 'bad' : 'plain'}>{words[status]}</Badge>}
          </span>
          <DocumentDetails document={document} />
          {status === 'rejected' && reason && <span className="mt-1 block wrap-anywhere">{reason}</span>}
        </span>
        {!shown && (
          <TextButton aria-label={t`Show ${name}`} onClick={onShow}>
            {t`Show`}
          </TextButton>
        )}
        <ReviewDocumentMenu document={document} />
      </div>
      {decides && (
        <div className="grid gap-2 ps-7.5">
          <div>
            <Segmented
              label={t`Decision for ${title}`}
              options={[
                { value: 'open', label: t`Not decided` },
                { value: 'accepted', label: t`Accept` },
                { value: 'rejected', label: t`Reject` },
              ]}
              value={verdict.status ?? 'open'}
              onChange={(value) => onVerdict({ ...verdict, status: value === 'open' ? null : value })}
            />
          </div>
          {verdict.status === 'rejected' && (
            <ReasonField
              label={t`Reason`}
              value={verdict.reason}
              onChange={(next) => onVerdict({ ...verdict, reason: next })}
              error={unreasoned ? t`Enter a reason.` : undefined}
            />
          )}
        </div>
      )}
    </li>
  )
}
