import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/button.tsx'
import { choose, useScanChoices } from '../settings.ts'

type CaptureControlsProps = {
  /** Without a camera, photos are selected as files. */
  hasCamera: boolean
  canCapture: boolean
  onCapture: () => void
  /** Replaces Done during a retake. */
  isRetake: boolean
  onDone: () => void
}

/** Auto or manual, the capture button, and Done. */
export function CaptureControls({
  hasCamera,
  canCapture,
  onCapture,
  isRetake,
  onDone,
}: CaptureControlsProps) {
  const { t } = useLingui()
  const { isAuto } = useScanChoices()
  const segment = (isOn: boolean) =>
    classNames(
      'grid min-h-11 place-items-center px-2 font-medium whitespace-nowrap outline-accent peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2',
      isOn ? 'bg-accent-tint text-accent font-strong' : 'bg-raised text-ink-soft',
    )
  return (
    <div className="scan-controls">
      {hasCamera ? (
        <>
          <fieldset className="flex max-w-full flex-wrap gap-px overflow-hidden rounded-control border border-control bg-control">
            <legend className="sr-only">{t`Capture`}</legend>
            {[true, false].map((value) => (
              <label key={String(value)} className="relative flex-auto cursor-pointer">
                <input
                  type="radio"
                  name="capture"
                  className="peer sr-only"
                  checked={isAuto === value}
                  onChange={() => choose({ isAuto: value })}
                />
                <span className={segment(isAuto === value)}>
                  {value ? <Trans>Auto</Trans> : <Trans>Manual</Trans>}
                </span>
              </label>
            ))}
          </fieldset>
          <button
            type="button"
            aria-label={t`Capture page`}
            aria-disabled={!canCapture || undefined}
            onClick={() => canCapture && onCapture()}
            className="scan-capture"
          >
            <svg viewBox="0 0 82 82" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
              <circle
                cx="41"
                cy="41"
                r="39"
                fill="none"
                strokeWidth="3.5"
                className="scan-held-ring stroke-accent"
                pathLength="100"
              />
            </svg>
          </button>
        </>
      ) : (
        <span className="col-span-2" />
      )}
      <Button size={36} className="min-h-11 justify-self-end px-5" onClick={onDone}>
        {isRetake ? <Trans>Cancel</Trans> : <Trans>Done</Trans>}
      </Button>
    </div>
  )
}
