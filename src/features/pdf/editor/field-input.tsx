import { useLingui } from '@lingui/react/macro'
import type { ChangeEvent, CSSProperties } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import type { PageView, PdfField } from '../viewer/index.ts'
import { CombInput } from './comb-input.tsx'
import type { FieldValue } from './draft.ts'
import type { Fault, FormField } from './fields.ts'
import { labelOf } from './fields.ts'
import { uprightBox } from './geometry.ts'

export type FieldInputProps = {
  field: FormField
  /** The widget that is rendered here. */
  place: PdfField
  view: PageView
  value: FieldValue
  fault: Fault | null
  highlighted: boolean
  onChange: (value: FieldValue) => void
  onFocus: () => void
}

const edge = (fault: Fault | null, value: FieldValue, highlighted: boolean) =>
  classNames(
    'absolute size-full rounded-[2px] border text-paper-ink outline-offset-1 focus:outline-2 focus:outline-accent',
    highlighted && 'bg-accent-tint/60',
    fault && fault !== 'required'
      ? 'border-bad'
      : value === '' && fault
        ? 'border-dashed border-accent'
        : highlighted
          ? 'border-accent'
          : 'border-transparent',
  )

/** A form widget on its page, as a native control: its keyboard support works. */
export function FieldInput({
  field,
  place,
  view,
  value,
  fault,
  highlighted,
  onChange,
  onFocus,
}: FieldInputProps) {
  const { t } = useLingui()
  const { left, top, width, height, angle } = uprightBox(view, place)
  const box: CSSProperties = { left, top, width, height, ...(angle && { rotate: `${angle}deg` }) }
  const fitting = Math.min(place.multiline ? 12 * view.scale : height * 0.66, 14 * view.scale)
  const fontSize = place.fontSize === null ? fitting : Math.min(place.fontSize * view.scale, height)
  const shared = {
    'aria-label': labelOf(field),
    'aria-invalid': fault !== null && fault !== 'required',
    'aria-required': place.required || undefined,
    'data-field': field.name,
    title: place.tooltip || undefined,
    onFocus,
    className: edge(fault, value, highlighted),
    style: { fontSize, textAlign: place.align },
  }
  const typed = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value)
  const text = typeof value === 'string' ? value : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys and Space are the control's here, and not the viewer's
    <div
      className="absolute"
      style={box}
      onKeyDown={(event) =>
        !event.ctrlKey && !event.metaKey && event.key !== 'Escape' && event.stopPropagation()
      }
    >
      {place.type === 'checkbox' || place.type === 'radio' ? (
        <input
          {...shared}
          type={place.type}
          name={field.name}
          checked={place.on !== null ? value === place.on : value === true}
          onChange={(event) => onChange(event.target.checked ? (place.on ?? true) : false)}
          className="absolute inset-0 m-auto size-full accent-accent outline-offset-1 focus:outline-2 focus:outline-accent"
          {...(place.type === 'radio' && { 'aria-label': `${labelOf(field)}: ${place.on ?? ''}` })}
        />
      ) : place.type === 'list' ? (
        <select
          {...shared}
          multiple={place.several}
          size={Math.max(2, place.options.length)}
          value={place.several ? [value].flat().map(String) : ([value].flat().map(String)[0] ?? '')}
          onChange={(event) => onChange([...event.target.selectedOptions].map((option) => option.value))}
        >
          <Options place={place} />
        </select>
      ) : place.type === 'choice' && !place.editable ? (
        <select {...shared} value={text} onChange={(event) => onChange(event.target.value)}>
          {!place.options.some((option) => option.value === '') && <option value="">{t`Select`}</option>}
          <Options place={place} />
        </select>
      ) : place.type === 'signature' ? (
        <span className="absolute inset-0 grid place-items-center border border-dashed border-accent text-small text-paper-ink-soft">
          {t`Signature`}
        </span>
      ) : place.multiline ? (
        <textarea
          {...shared}
          value={text}
          onChange={typed}
          maxLength={place.maxLength ?? undefined}
          className={classNames(shared.className, 'resize-none px-0.5')}
        />
      ) : place.comb && place.maxLength !== null ? (
        <CombInput
          {...shared}
          cells={place.maxLength}
          width={width}
          fontSize={fontSize}
          type="text"
          value={text}
          onChange={typed}
          maxLength={place.maxLength}
          autoComplete="off"
        />
      ) : (
        <>
          <input
            {...shared}
            type={place.password ? 'password' : 'text'}
            value={text}
            onChange={typed}
            maxLength={place.maxLength ?? undefined}
            list={place.editable ? `${place.id}-options` : undefined}
            placeholder={place.type === 'date' ? (place.format ?? undefined) : undefined}
            autoComplete="off"
            className={classNames(shared.className, 'px-0.5')}
          />
          {place.editable && (
            <datalist id={`${place.id}-options`}>
              <Options place={place} />
            </datalist>
          )}
        </>
      )}
    </div>
  )
}

const Options = ({ place }: { place: PdfField }) =>
  place.options.map(({ value, label }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a form may have the same option twice
    <option key={at} value={value}>
      {label}
    </option>
  ))
