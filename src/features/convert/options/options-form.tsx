import { useLingui } from '@lingui/react/macro'
import { ChevronRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatList } from '../../../lib/format-list.ts'
import { cropOf, type Size } from './crop/crop-math.ts'
import { GROUP_WORDS, UNIT_WORDS } from './group-labels.ts'
import { FOCAL_POINT, layoutOf, type OptionGroup, unitOf } from './layout.ts'
import { OptionControl } from './option-control.tsx'
import { type OptionField, type OptionValues, optionValue } from './options-schema.ts'
import { OptionsSection } from './options-section.tsx'
import { QualityGroup } from './quality-group.tsx'
import { SizeGroup } from './size-group.tsx'

export type OptionsFormProps = {
  fields: readonly OptionField[]
  /** Only values that differ from the defaults. */
  values: OptionValues
  onChange: (patch: OptionValues) => void
  /** The server's validation error of an option. */
  errorOf: (name: string) => string | undefined
  /** The image, if its size is known: sizes follow its proportions. */
  image: Size | null
  /** Whether options for the image are shown there instead of in the groups. */
  shownWithImage: boolean
}

/**
 * An operation's options in groups, in one layout for all families; rare options are collapsed at
 * the end.
 */
export function OptionsForm(props: OptionsFormProps) {
  const { fields, values, onChange, errorOf, shownWithImage } = props
  const { t, i18n } = useLingui()
  const { groups, more } = layoutOf(
    shownWithImage ? fields.filter(({ name }) => !FOCAL_POINT.has(name)) : fields,
    values,
  )
  const control = (field: OptionField) => {
    const unit = unitOf(field.name)
    return (
      <OptionControl
        key={field.name}
        field={field}
        value={optionValue(values, field)}
        onChange={(value) => onChange({ [field.name]: value })}
        error={errorOf(field.name)}
        unit={unit && i18n._(UNIT_WORDS[unit])}
      />
    )
  }
  const shown = groups.filter(({ id }) => !(id === 'crop' && shownWithImage))
  const changed = more.some(({ name }) => values[name] !== undefined)
  return (
    <div className="divide-y divide-line">
      {shown.map((group) => (
        <Group key={group.id} group={group} props={props} control={control} />
      ))}
      {more.length > 0 && (
        <details className="group/more py-3" open={changed || undefined}>
          <summary className="flex min-h-7 cursor-pointer list-none items-center gap-2 rounded-control px-4 focus-visible:focus-inset touch:min-h-(--size-touch)">
            <ChevronRightIcon className="size-3.5 flex-none text-ink-soft group-open/more:rotate-90 rtl:-scale-x-100" />
            <span className="font-medium">{t`More options`}</span>
            <span className="min-w-0 truncate text-small text-ink-soft group-open/more:hidden">
              {formatList(
                more.map(({ label }) => label.toLocaleLowerCase(i18n.locale)),
                i18n.locale,
              )}
            </span>
          </summary>
          <div className="grid gap-3 px-4 pt-3">{more.map(control)}</div>
        </details>
      )}
    </div>
  )
}

type GroupProps = {
  group: OptionGroup
  props: OptionsFormProps
  control: (field: OptionField) => ReactNode
}

function Group({ group: { id, fields }, props, control }: GroupProps) {
  const { i18n } = useLingui()
  const { values, image } = props
  if (id === 'size' && fields.some(({ name }) => name === 'width'))
    return <SizeGroup {...props} fields={fields} image={image && cropOf(values, image)} control={control} />
  if (id === 'quality' && fields.some(({ name }) => name === 'quality'))
    return <QualityGroup {...props} fields={fields} control={control} />
  return <OptionsSection title={i18n._(GROUP_WORDS[id])}>{fields.map(control)}</OptionsSection>
}
