import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { StepControl, type StepControlProps } from './step-control.tsx'
import { faultOf, isDone } from './steps.ts'

type StepPanelProps = Omit<StepControlProps, 'error'> & {
  /** From 1. */
  number: number
  count: number
  page: number
  onBack: () => void
  onNext: () => void
  children?: ReactNode
}

/** One field after the other, with the way on and back. */
export function StepPanel({ number, count, page, onBack, onNext, ...control }: StepPanelProps) {
  const { t } = useLingui()
  const { field, label, filled } = control
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  // Whoever listens hears which field it is now; on the way in, the page tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is another heading
  useEffect(() => {
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [field.id])
  const fault = faultOf(field, filled)
  const { min, max, max_length: most } = field
  const error = fault
    ? {
        number: t`A number is needed.`,
        low: t`At least ${min}.`,
        high: t`At most ${max}.`,
        long: t`At most ${most} characters.`,
        date: t`Write a date as 2026-11-22.`,
      }[fault]
    : undefined
  const done = isDone(field, filled)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (done) onNext()
      }}
    >
      <h2 ref={heading} tabIndex={-1} className="flex items-baseline gap-2 outline-none">
        <span className={field.kind === 'checkbox' ? 'sr-only' : 'font-strong'}>{label}</span>
        <span className="text-small text-ink-soft">
          {field.required
            ? t`${number} of ${count}, page ${page}`
            : t`${number} of ${count}, page ${page}, optional`}
        </span>
      </h2>
      <StepControl {...control} error={error} />
      <div className="flex gap-2">
        {number > 1 && (
          <Button size={36} icon={ArrowLeftIcon} onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          size={36}
          wide
          className="min-h-11"
          icon={ArrowRightIcon}
          disabled={!done}
          reason={t`Fill this in first.`}
        >
          <Trans>Next</Trans>
        </Button>
      </div>
    </form>
  )
}
