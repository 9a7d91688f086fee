import { useLingui } from '@lingui/react/macro'
import type { FontFacts } from '../../../api/preview.ts'
import { classNames } from '../../../lib/class-names.ts'
import { featuresOf } from './features.ts'
import type { Setting } from './setting.ts'

type FeatureTogglesProps = { facts: FontFacts; setting: Setting; onSetting: (setting: Setting) => void }

/** Toggles for the font's OpenType features. */
export function FeatureToggles({ facts, setting, onSetting }: FeatureTogglesProps) {
  const { t, i18n } = useLingui()
  const features = featuresOf(facts)
  if (features.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-ink-soft">{t`Layout features`}</legend>
      <div className="-ms-px flex max-h-56 flex-wrap gap-1 overflow-y-auto p-px">
        {features.map(({ tag, name, byDefault }) => {
          const on = setting.features[tag] ?? byDefault
          return (
            <button
              key={tag}
              type="button"
              aria-pressed={on}
              title={tag}
              onClick={() => onSetting({ ...setting, features: { ...setting.features, [tag]: !on } })}
              className={classNames(
                'min-h-(--size-control-sm) rounded-control border px-2 text-small transition-colors duration-(--dur-fast) focus-visible:focus-inset',
                on
                  ? 'border-accent bg-accent-tint text-accent'
                  : 'border-control bg-raised text-ink-soft hover:text-ink',
              )}
            >
              {name ? (
                i18n._(name)
              ) : (
                <span className="mono" translate="no">
                  {tag}
                </span>
              )}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
