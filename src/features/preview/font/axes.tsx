import { useLingui } from '@lingui/react/macro'
import type { FontFacts } from '../../../api/preview.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { axisName } from './axis-names.ts'
import { LabelledSlider } from './labelled-slider.tsx'
import { instanceOf, type Setting } from './setting.ts'

type AxesProps = { facts: FontFacts; setting: Setting; onSetting: (setting: Setting) => void }

/** A variable font's axes and named instances. Empty for other fonts. */
export function Axes({ facts, setting, onSetting }: AxesProps) {
  const { t, i18n } = useLingui()
  const label = (tag: string, name: string) => {
    const known = axisName(tag)
    // If the name equals the tag, the font does not name the axis.
    return name && name !== tag ? name : known ? i18n._(known) : tag
  }
  // Hidden axes are not for users; an empty range cannot be changed.
  const axes = facts.axes.filter(({ hidden, min, max }) => !hidden && max > min)
  if (axes.length === 0) return null
  return (
    <>
      {facts.instances.length > 1 && (
        <Field label={t`Style`}>
          <Select
            size={28}
            options={facts.instances.map(({ name }, index) => ({ value: String(index), label: name || '–' }))}
            value={instanceOf(facts, setting) || null}
            placeholder={t`Custom`}
            onChange={(next) =>
              onSetting({ ...setting, axes: facts.instances[Number(next)]?.coordinates ?? {} })
            }
          />
        </Field>
      )}
      {axes.map(({ tag, name, min, max, default: byDefault }) => (
        <LabelledSlider
          key={tag}
          label={label(tag, name)}
          tag={tag}
          min={min}
          max={max}
          step={max - min > 20 ? 1 : (max - min) / 100}
          value={setting.axes[tag] ?? byDefault}
          onChange={(value) => onSetting({ ...setting, axes: { ...setting.axes, [tag]: value } })}
        />
      ))}
    </>
  )
}
