import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon } from 'lucide-react'
import { useState } from 'react'
import { type BusinessStatus, changesFrom, STATUS_CHANGES } from '../../../../contract/business-states.ts'
import { type Business, useSetStatus, useStartReview } from '../../../api/businesses.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine, useProblemWords } from '../../problems/index.ts'

/** What a reviewer does with the business as a whole. */
export function ReviewActions({ business }: { business: Business }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const start = useStartReview(business.business_id)
  const [next, setNext] = useState<{ status: BusinessStatus; act: string } | null>(null)
  const { status, verification_status } = business
  const labels: Record<BusinessStatus, string> = {
    pending: t`Set to pending`,
    active: status === 'pending' ? t`Activate` : t`Open again`,
    suspended: t`Suspend`,
    closed: t`Close`,
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<Button size={28} endIcon={ChevronDownIcon}>{t`Change status`}</Button>}
        entries={STATUS_CHANGES[status].map((one) => ({
          label: labels[one],
          danger: one === 'suspended' || one === 'closed',
          onSelect: () => setNext({ status: one, act: labels[one] }),
        }))}
      />
      {changesFrom(verification_status).includes('start_review') && (
        <Button
          size={28}
          look="primary"
          working={start.isPending}
          verb={t`Starting`}
          onClick={() =>
            start.mutate(undefined, { onError: (error) => showToast({ kind: 'error', text: words(error) }) })
          }
        >
          {t`Start review`}
        </Button>
      )}
      {next && (
        <StatusDialog business={business} next={next.status} act={next.act} onClose={() => setNext(null)} />
      )}
    </>
  )
}

type StatusDialogProps = { business: Business; next: BusinessStatus; act: string; onClose: () => void }

/** The reason is mailed to the owners and shown to the members. */
function StatusDialog({ business, next, act, onClose }: StatusDialogProps) {
  const { t } = useLingui()
  const set = useSetStatus(business.business_id)
  const [reason, setReason] = useState('')
  const bad = next === 'suspended' || next === 'closed'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${act}: ${business.name}`}
      description={
        bad
          ? t`Members can read everything and change nothing. API keys and share links stop.`
          : t`Members can work again.`
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            look={bad ? 'danger-solid' : 'primary'}
            working={set.isPending}
            verb={t`Changing`}
            onClick={() =>
              set.mutate(
                { status: next, reason: reason.trim() },
                {
                  onSuccess: () => {
                    showToast({ text: t`The status of ${business.name} was changed.` })
                    onClose()
                  },
                },
              )
            }
          >
            {act}
          </Button>
        </>
      }
    >
      <Field label={t`Reason`} help={t`Mailed to the owners and shown to the members`}>
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} maxLength={1000} />
      </Field>
      <ProblemLine error={set.error} />
    </Dialog>
  )
}
