import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../lib/format-number.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Size } from './crop/crop-math.ts'
import { OptionError } from './option-error.tsx'
import { faultOf, type OptionField, type OptionValues, optionValue } from './options-schema.ts'
import { OptionsSection } from './options-section.tsx'
import { UnitInput } from './unit-input.tsx'

type SizeGroupProps = {
  fields: readonly OptionField[]
  values: OptionValues
  onChange: (patch: OptionValues) => void
  errorOf: (name: string) => string | undefined
  /** What is resized: the image, or its crop. Null if its size is unknown. */
  image: Size | null
  control: (field: OptionField) => ReactNode
}

/** The longer side of common screens. */
const SIDES = [2560, 1920, 1280] as const

/** Width and height side by side, with common sizes; an empty one is derived from the other. */
export function SizeGroup({ fields, values, onChange, errorOf, image, control }: SizeGroupProps) {
  const { t, i18n } = useLingui()
  const width = fields.find(({ name }) => name === 'width')
  const height = fields.find(({ name }) => name === 'height')
  const others = fields.filter((field) => field !== width && field !== height)
  const tall = image !== null && image.height > image.width && height !== undefined
  const [long, short] = tall ? ['height', 'width'] : ['width', 'height']
  const fits = (side: number) => image === null || side < Math.max(image.width, image.height)
  const sides = SIDES.filter(fits)
  const chosen = SIDES.find((side) => values[long] === side && values[short] === undefined)
  const untouched = values.width === undefined && values.height === undefined
  const optional = width?.initial === undefined
  const follows = (other: unknown, ratio: number) =>
    typeof other === 'number' && other > 0 ? String(Math.max(1, Math.round(other * ratio))) : undefined
  const hints = image && {
    width: follows(values.height, image.width / image.height) ?? String(image.width),
    height: follows(values.width, image.height / image.width) ?? String(image.height),
  }
  const input = (field: OptionField | undefined, unit: string, hint: string | undefined) =>
    field?.kind === 'number' && (
      <UnitInput
        aria-label={field.label}
        aria-invalid={faultOf(field, optionValue(values, field)) !== null || undefined}
        unit={unit}
        step={field.step}
        placeholder={hint}
        value={asNumber(optionValue(values, field))}
        onChange={(value) => onChange({ [field.name]: value })}
      />
    )
  return (
    <OptionsSection
      title={t`Size`}
      aside={
        optional &&
        sides.length > 0 && (
          <Segmented
            label={t`Usual sizes`}
            size={24}
            options={[
              { value: 'original', label: t`Original` },
              ...sides.map((side) => ({ value: String(side), label: String(side) })),
            ]}
            value={chosen ? String(chosen) : untouched ? 'original' : ''}
            onChange={(value) =>
              onChange({ [long]: value === 'original' ? undefined : Number(value), [short]: undefined })
            }
          />
        )
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {input(width, t`px wide`, hints?.width)}
        {input(height, t`px high`, hints?.height)}
      </div>
      <OptionError fields={[width, height]} values={values} errorOf={errorOf} />
      {optional && (
        <p className="text-small text-ink-soft">
          {image
            ? t`An empty side follows the other. Photos are never enlarged.`
            : t`An empty side follows the other.`}
        </p>
      )}
      {others.map(control)}
      {image && <Becomes image={image} values={values} locale={i18n.locale} />}
    </OptionsSection>
  )
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The derived size for screen readers, which the placeholders only show. */
function Becomes({ image, values, locale }: { image: Size; values: OptionValues; locale: string }) {
  const { t } = useLingui()
  const [w, h] = [asNumber(values.width), asNumber(values.height)]
  const scale = Math.min(1, (w ?? Infinity) / image.width, (h ?? Infinity) / image.height)
  const inside = { width: Math.round(image.width * scale), height: Math.round(image.height * scale) }
  const isExact = w !== undefined && h !== undefined && values.fit !== undefined && values.fit !== 'inside'
  const size = isExact ? { width: w, height: h } : inside
  const width = formatNumber(size.width, locale)
  const height = formatNumber(size.height, locale)
  return <p className="sr-only" aria-live="polite">{t`Becomes ${width} by ${height} pixels`}</p>
}
