import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Business, useReview } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { DocumentDecision, type Verdict } from './document-decision.tsx'
import { keepReasons } from './recent-reasons.ts'

type DecisionProps = {
  business: Business
  /** Whether it waits for a decision. */
  decides: boolean
  /** The id of the displayed document. */
  shown: string | null
  onShow: (document_id: string) => void
}

/** Accept or reject each document; one rejection rejects the verification. */
export function Decision({ business, decides, shown, onShow }: DecisionProps) {
  const { t } = useLingui()
  const review = useReview(business.business_id)
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict>>>({})
  const [tried, setTried] = useState(false)
  const documents = business.documents.filter(({ status }) => status !== 'ready')
  const open = documents.filter(({ status }) => status === 'submitted')
  const verdictOf = (id: string): Verdict => verdicts[id] ?? { status: null, reason: '' }
  const rejected = open.filter(({ document_id }) => verdictOf(document_id).status === 'rejected')
  const undecided = open.filter(({ document_id }) => verdictOf(document_id).status === null)
  const unreasoned = rejected.filter(({ document_id }) => verdictOf(document_id).reason.trim() === '')

  function decide() {
    setTried(true)
    if (unreasoned.length > 0) return
    const approves = rejected.length === 0
    review.mutate(
      {
        is_approved: approves,
        documents: open.map(({ document_id }) => {
          const { reason } = verdictOf(document_id)
          return rejected.some((one) => one.document_id === document_id)
            ? { document_id, status: 'rejected', reason: reason.trim() }
            : { document_id, status: 'accepted' }
        }),
      },
      {
        onSuccess: () => {
          keepReasons(rejected.map(({ document_id }) => verdictOf(document_id).reason))
          setVerdicts({})
          setTried(false)
          showToast({ text: approves ? t`${business.name} verified.` : t`Verification rejected.` })
        },
      },
    )
  }
  return (
    <Panel
      title={t`Documents`}
      flush
      foot={
        decides && (
          <>
            <span className="me-auto text-small text-ink-soft">
              {undecided.length > 0
                ? t({
                    message: plural(undecided.length, {
                      one: '# document to decide',
                      other: '# documents to decide',
                    }),
                  })
                : t`Owners get the decision by e-mail.`}
            </span>
            <Button
              variant={rejected.length > 0 ? 'danger-solid' : 'primary'}
              disabled={undecided.length > 0}
              reason={t`Accept or reject each document first.`}
              working={review.isPending}
              verb={rejected.length > 0 ? t`Rejecting` : t`Approving`}
              onClick={decide}
            >
              {rejected.length > 0
                ? t({
                    message: plural(rejected.length, {
                      one: 'Reject # document',
                      other: 'Reject # documents',
                    }),
                  })
                : t`Approve and verify`}
            </Button>
          </>
        )
      }
    >
      {documents.length === 0 && <p className="px-4 py-3 text-ink-soft">{t`Nothing submitted yet.`}</p>}
      <ul className="divide-y divide-line">
        {documents.map((document) => (
          <DocumentDecision
            key={document.document_id}
            document={document}
            decides={decides && document.status === 'submitted'}
            verdict={verdictOf(document.document_id)}
            onVerdict={(verdict) => setVerdicts({ ...verdicts, [document.document_id]: verdict })}
            unreasoned={tried && unreasoned.includes(document)}
            shown={shown === document.document_id}
            onShow={() => onShow(document.document_id)}
          />
        ))}
      </ul>
      {review.error && (
        <div className="px-4 pb-3">
          <ProblemLine error={review.error} />
        </div>
      )}
    </Panel>
  )
}
