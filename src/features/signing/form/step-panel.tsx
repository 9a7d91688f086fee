import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftIcon, ArrowRightIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { StepControl, type StepControlProps } from './step-control.tsx'
import { faultOf, isDone, standing } from './steps.ts'

type StepPanelProps = Omit<StepControlProps, 'error' | 'onMaking'> & {
  /** Starts at 1. */
  number: number
  count: number
  page: number
  onBack: () => void
  onNext: () => void
}

/** One field at a time, with next and back buttons. */
export function StepPanel({ number, count, page, onBack, onNext, ...control }: StepPanelProps) {
  const { t } = useLingui()
  const { field, label, filled } = control
  const heading = useRef<HTMLHeadingElement>(null)
  // A screen reader announces the current field.
  useEffect(() => heading.current?.focus(), [])
  const fault = faultOf(field, filled)
  const { min, max, max_length: most } = field
  const error = fault
    ? {
        number: t`Enter a number.`,
        low: t`At least ${min}.`,
        high: t`At most ${max}.`,
        long: t`At most ${most} characters.`,
        date: t`Enter a date such as 2026-11-22.`,
      }[fault]
    : undefined
  const done = isDone(field, filled)
  const { making, setMaking, submit } = useOnward(done, onNext)
  const { kind } = field
  const ticked = kind === 'checkbox'
  const signs = kind === 'signature' || kind === 'initials'
  const value = standing(field, filled)
  const empty = signs ? filled[kind] === null && !making : value === null || value === '' || value === false
  const onward = () => {
    if (empty && !field.required) return <Trans>Skip</Trans>
    if (kind === 'signature') return <Trans>Use signature</Trans>
    return kind === 'initials' ? <Trans>Use initials</Trans> : <Trans>Next</Trans>
  }
  return (
    <form
      noValidate
      className="grid gap-3 pt-2 beside:pt-0"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex min-h-8 flex-wrap items-baseline gap-x-3 pe-12 outline-none beside:pe-0"
      >
        <span className={ticked ? 'sr-only' : 'title min-w-0 text-title wrap-anywhere'}>{label}</span>
        <span className={classNames('text-small font-regular text-ink-soft', ticked && 'py-1')}>
          <span className="sr-only">{t`${number} of ${count}`}, </span>
          {field.required ? t`Page ${page}` : t`Page ${page}, optional`}
        </span>
      </h2>
      <StepControl {...control} error={error} onMaking={setMaking} />
      <div className="flex gap-2">
        {number > 1 && (
          <Button size={36} icon={ArrowLeftIcon} className="min-h-12" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size={36}
          wide
          className="min-h-12"
          icon={ArrowRightIcon}
          disabled={!done && !making}
          reason={signs ? t`Add your signature or initials first.` : t`Complete this field first.`}
        >
          {onward()}
        </Button>
      </div>
    </form>
  )
}

/**
 * The next button of a step. A signature is encoded after its last stroke: a click meanwhile waits
 * for it, so that no click and no stroke is lost.
 */
function useOnward(done: boolean, onNext: () => void) {
  const [making, setMaking] = useState(false)
  const [wanted, setWanted] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way on is another one with every drawing, and is gone once
  useEffect(() => {
    if (!wanted || making) return
    setWanted(false)
    if (done) onNext()
  }, [wanted, making, done])
  return {
    making,
    setMaking,
    submit: () => {
      if (making) setWanted(true)
      else if (done) onNext()
    },
  }
}
