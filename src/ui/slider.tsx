import { Slider as Base } from '@base-ui/react/slider'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'

type SliderProps = {
  label: string
  min: number
  max: number
  step?: number
  disabled?: boolean
} & (
  | { value: number; onChange: (value: number) => void }
  | { value: readonly [number, number]; onChange: (value: [number, number]) => void }
)

const thumb =
  'size-3.5 rounded-pill border-2 border-accent bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent data-disabled:border-control touch:size-6'

/** A value by thumb, arrow keys, or a number input at the end. A range has two of each. */
export function Slider(props: SliderProps) {
  const { label, min, max, step = 1, disabled } = props
  const { t } = useLingui()
  const values = typeof props.value === 'number' ? [props.value] : [...props.value]
  const range = values.length === 2

  function give(next: readonly number[]) {
    const [low = min, high = max] = next
    if (typeof props.value === 'number') (props.onChange as (value: number) => void)(low)
    else (props.onChange as (value: [number, number]) => void)([Math.min(low, high), Math.max(low, high)])
  }
  const type = (index: number) => (value: number) =>
    give(values.map((old, at) => (at === index ? value : old)))
  const names = range ? [t`${label}, from`, t`${label}, to`] : [label]
  const limits = { min, max, step, disabled }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row everywhere
    <div role="group" aria-label={label} className="flex min-w-0 items-center gap-2.5">
      {range && <Typed {...limits} name={names[0]!} value={values[0]!} onChange={type(0)} />}
      <Base.Root
        {...limits}
        value={values}
        onValueChange={(next) => give(typeof next === 'number' ? [next] : next)}
        className="min-w-16 flex-1"
      >
        <Base.Control className="flex min-h-6 touch-none items-center px-[7px] select-none touch:min-h-(--size-touch)">
          <Base.Track className="h-[3px] w-full rounded-pill bg-control">
            <Base.Indicator className="rounded-pill bg-accent data-disabled:bg-control" />
            {values.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a thumb is its place
              <Base.Thumb key={index} index={index} aria-label={names[index]} className={thumb} />
            ))}
          </Base.Track>
        </Base.Control>
      </Base.Root>
      <Typed {...limits} name={names.at(-1)!} value={values.at(-1)!} onChange={type(values.length - 1)} />
    </div>
  )
}

type TypedProps = {
  name: string
  value: number
  min: number
  max: number
  step: number
  disabled?: boolean
  onChange: (value: number) => void
}

/** The number input. A value is committed on Enter or blur; invalid input is reset. */
function Typed({ name, value, min, max, step, disabled, onChange }: TypedProps) {
  const [draft, setDraft] = useState<string | null>(null)

  function settle() {
    const typed = Number.parseFloat((draft ?? '').replace(',', '.'))
    setDraft(null)
    if (Number.isNaN(typed)) return
    const stepped = min + Math.round((typed - min) / step) * step
    onChange(Number(Math.min(max, Math.max(min, stepped)).toFixed(6)))
  }

  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={name}
      disabled={disabled}
      value={draft ?? String(value)}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => draft !== null && settle()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          settle()
        }
        if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation()
          setDraft(null)
        }
      }}
      style={{ width: `${Math.max(String(min).length, String(max).length, String(value).length) + 0.5}ch` }}
      className="mono box-content min-h-6 rounded-mark px-0.5 text-center text-small hover:bg-hover disabled:text-ink-faint touch:min-h-(--size-touch) touch:text-[1rem]"
    />
  )
}
