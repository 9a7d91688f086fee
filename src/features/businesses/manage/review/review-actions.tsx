import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon } from 'lucide-react'
import { useState } from 'react'
import { changesFrom } from '../../../../../contract/business-states.ts'
import { type Business, useStartReview } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { type ReviewAct, useReviewActions } from './use-review-actions.ts'

/** A reviewer's actions for the business. */
export function ReviewActions({ business }: { business: Business }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const start = useStartReview(business.business_id)
  const { acts, working, error, reset } = useReviewActions(business)
  // Kept as selected: another administrator may change the available actions meanwhile.
  const [chosen, setChosen] = useState<ReviewAct | null>(null)
  function close() {
    setChosen(null)
    reset()
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<Button endIcon={ChevronDownIcon}>{t`Change status`}</Button>}
        entries={acts.map((act) => ({
          label: act.label,
          danger: act.danger,
          onSelect: () => setChosen(act),
        }))}
      />
      {changesFrom(business.verification_status).includes('start_review') && (
        <Button
          variant="primary"
          working={start.isPending}
          verb={t`Starting`}
          onClick={() =>
            start.mutate(undefined, { onError: (error) => showToast({ kind: 'error', text: words(error) }) })
          }
        >
          {t`Start review`}
        </Button>
      )}
      {chosen && (
        <ReasonDialog
          title={`${chosen.label}: ${business.name}`}
          description={chosen.description}
          act={chosen.label}
          danger={chosen.danger}
          required={chosen.required}
          working={working}
          error={error}
          onAct={(reason) =>
            // The dialog shows the error.
            void chosen.send(reason).then(
              () => {
                showToast({ text: chosen.done })
                close()
              },
              () => {},
            )
          }
          onClose={close}
        />
      )}
    </>
  )
}
