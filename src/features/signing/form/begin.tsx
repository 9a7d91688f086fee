import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRightIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

type BeginProps = {
  /** How many are to be filled in; 0 where there is only something to agree to. */
  left: number
  /** What comes next, once one has begun. */
  next: string | null
  begun: boolean
  onBegin: () => void
}

/** While one reads: what is asked for afterwards, and the way there. */
export function Begin({ left, next, begun, onBegin }: BeginProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3 beside:gap-4">
      <p className="text-ink-soft">
        {left > 0 ? t`Read the document, then complete the fields.` : t`Read the document, then finish.`}
      </p>
      <Button variant="primary" size={36} wide className="min-h-12" icon={ArrowRightIcon} onClick={onBegin}>
        {!begun ? <Trans>Start</Trans> : next === null ? <Trans>Finish</Trans> : t`Next: ${next}`}
      </Button>
    </div>
  )
}
