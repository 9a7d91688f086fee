import { useLingui } from '@lingui/react/macro'
import { FileTextIcon } from 'lucide-react'
import { useState } from 'react'
import { changesFrom } from '../../../../../contract/business-states.ts'
import type { Business } from '../../../../api/businesses.ts'
import { FactList } from '../../../../ui/fact-list.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { countryName } from '../profile/countries.ts'
import { DocumentView } from '../verification/document-view.tsx'
import { Timeline } from '../verification/timeline.tsx'
import { Decision } from './decision.tsx'

/**
 * The document next to the checklist: the displayed document, the business's profile, and the
 * decision.
 */
export function BusinessReview({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const { documents } = business
  const first = documents.find(({ status }) => status === 'submitted') ?? documents[0]
  const [shown, setShown] = useState(first?.document_id ?? null)
  const document = documents.find(({ document_id }) => document_id === shown)
  const decides = changesFrom(business.verification_status).includes('approve')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 md:ps-6 md:pe-5">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_440px]">
        <div className="h-[min(46rem,70vh)] overflow-hidden rounded-sheet border border-line-strong bg-sunk xl:sticky xl:top-0 xl:h-[calc(100dvh-6rem)]">
          {document ? (
            <DocumentView business_id={business.business_id} document={document} />
          ) : (
            <p className="grid h-full place-content-center justify-items-center gap-2 text-ink-soft">
              <FileTextIcon className="size-6 text-ink-faint" />
              {t`No documents yet`}
            </p>
          )}
        </div>
        <div className="grid min-w-0 gap-4">
          <Panel title={t`Business details`}>
            <FactList
              facts={[
                { name: t`Legal name`, value: business.legal_name, own: true },
                { name: t`Registration number`, value: business.registration_number, mono: true },
                { name: t`Tax or VAT number`, value: business.tax_id, mono: true },
                {
                  name: t`Address`,
                  own: true,
                  value: [
                    business.address_line1,
                    business.address_line2,
                    `${business.postal_code} ${business.city}`.trim(),
                    business.state,
                    countryName(business.country, i18n.locale),
                  ]
                    .filter(Boolean)
                    .join(', '),
                },
                { name: t`Website`, value: business.website, own: true },
                { name: t`E-mail address`, value: business.email, own: true },
                { name: t`Owner`, value: business.owner_name ?? '', own: true },
              ]}
            />
          </Panel>
          <Decision business={business} decides={decides} shown={shown} onShow={setShown} />
          <Timeline business={business} />
        </div>
      </div>
    </div>
  )
}
