import { Slider } from '../../../ui/slider.tsx'

type LabelledSliderProps = {
  label: string
  /** Its tag, at the end of the label, if it differs. */
  tag?: string
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
}

/** A slider with a visible label. The slider has its own accessible name. */
export function LabelledSlider({ tag, ...slider }: LabelledSliderProps) {
  return (
    <div>
      <p aria-hidden="true" className="flex justify-between gap-2 text-small font-medium text-ink-soft">
        {slider.label}
        {tag && tag !== slider.label && (
          <span className="mono font-regular" translate="no">
            {tag}
          </span>
        )}
      </p>
      <Slider {...slider} />
    </div>
  )
}
