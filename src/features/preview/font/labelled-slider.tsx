import { Slider } from '../../../ui/slider.tsx'

type LabelledSliderProps = {
  label: string
  /** Its short name in the font, at the label's end, where that is another. */
  tag?: string
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
}

/** A slider with its name above it. The slider names itself to whoever hears the page. */
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
