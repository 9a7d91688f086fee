import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { changesFrom } from '../../../../../contract/business-states.ts'
import { type Business, useSubmitVerification } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { can } from '../rights.ts'
import { ChecklistHead } from './checklist-head.tsx'
import { DetailsItem } from './details-item.tsx'
import { DocumentItem } from './document-item.tsx'
import { OtherDocuments } from './other-documents.tsx'

/** The requirements in the server's order, each with its action. */
export function Checklist({ business }: { business: Business }) {
  const { t } = useLingui()
  const { requirements, documents, verification_status: status } = business
  const submits = changesFrom(status).includes('submit') && can(business, 'verification:write')
  return (
    <section aria-label={t`Checklist`} className="min-w-0 rounded-sheet border border-line-strong bg-surface">
      <ChecklistHead business={business} />
      <ul className="divide-y divide-line border-t border-line">
        {requirements.map((requirement) =>
          requirement.item === 'details' ? (
            <DetailsItem key="details" business={business} requirement={requirement} />
          ) : requirement.item === 'other' ? null : (
            <DocumentItem
              key={requirement.item}
              business={business}
              kind={requirement.item}
              requirement={requirement}
              document={documents.find(({ document_id }) => document_id === requirement.document_id) ?? null}
              editable={submits}
            />
          ),
        )}
        <OtherDocuments business={business} editable={submits} />
      </ul>
      {submits && <SubmitFoot business={business} />}
    </section>
  )
}

/** The submit button with the number of documents, or what is missing. */
function SubmitFoot({ business }: { business: Business }) {
  const { t } = useLingui()
  const submit = useSubmitVerification(business.business_id)
  const { requirements, documents, verification_status } = business
  const open = requirements.filter(({ status }) => status === 'missing' || status === 'rejected').length
  const ready = documents.filter(({ status }) => status === 'ready').length
  const again = verification_status === 'rejected'
  const text =
    ready === 0
      ? t`Submit for review`
      : again
        ? t({ message: plural(ready, { one: 'Resubmit # document', other: 'Resubmit # documents' }) })
        : t({ message: plural(ready, { one: 'Submit # document', other: 'Submit # documents' }) })
  return (
    <div className="border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-48 text-ink-soft">
          {open > 0
            ? t({
                message: plural(open, {
                  one: 'Complete # item to submit.',
                  other: 'Complete # items to submit.',
                }),
              })
            : t`All documents are in place. A review takes about one business day.`}
        </p>
        <Button
          variant="primary"
          disabled={open > 0}
          working={submit.isPending}
          verb={t`Submitting`}
          onClick={() =>
            submit.mutate(undefined, {
              onSuccess: () => showToast({ text: t`Verification submitted` }),
            })
          }
        >
          {text}
        </Button>
      </div>
      <ProblemLine error={submit.error} />
    </div>
  )
}
