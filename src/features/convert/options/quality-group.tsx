import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Segmented } from '../../../ui/segmented.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { OptionError } from './option-error.tsx'
import { type OptionField, type OptionValues, optionValue } from './options-schema.ts'
import { OptionsSection } from './options-section.tsx'

type QualityGroupProps = {
  fields: readonly OptionField[]
  values: OptionValues
  onChange: (patch: OptionValues) => void
  errorOf: (name: string) => string | undefined
  control: (field: OptionField) => ReactNode
}

/** Quality as a scale from smallest to best; for lossless formats, that choice comes first. */
export function QualityGroup({ fields, values, onChange, errorOf, control }: QualityGroupProps) {
  const { t } = useLingui()
  const quality = fields.find(({ name }) => name === 'quality')
  const lossless = fields.find(({ name }) => name === 'lossless')
  const exact = lossless !== undefined && optionValue(values, lossless) === true
  const slides = quality?.kind === 'number' && quality.min !== null && quality.max !== null
  const others = fields.filter((field) => field !== lossless && !(field === quality && slides))
  const value = quality && optionValue(values, quality)
  return (
    <OptionsSection
      title={t`Quality`}
      aside={
        lossless && (
          <Segmented
            label={t`Compression`}
            size={24}
            options={[
              { value: 'lossy', label: t`Lossy` },
              { value: 'lossless', label: t`Lossless` },
            ]}
            value={exact ? 'lossless' : 'lossy'}
            onChange={(next) => onChange({ lossless: next === 'lossless' })}
          />
        )
      }
    >
      {slides && (
        <div>
          <Slider
            label={quality.label}
            min={quality.min ?? 0}
            max={quality.max ?? 100}
            step={quality.step}
            disabled={exact}
            value={typeof value === 'number' ? value : (quality.max ?? 100)}
            onChange={(next: number) => onChange({ quality: next })}
          />
          <p className="flex justify-between pe-12 text-small text-ink-soft" aria-hidden="true">
            <span>
              <Trans>Smallest</Trans>
            </span>
            <span>
              <Trans>Best</Trans>
            </span>
          </p>
          <OptionError fields={[quality]} values={values} errorOf={errorOf} />
        </div>
      )}
      {others.map(control)}
    </OptionsSection>
  )
}
