import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Motif } from '../../../ui/motif.tsx'
import type { Opened } from '../../../ui/opener.tsx'
import { PopoverPopup } from '../../../ui/popover-popup.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import {
  faultOf,
  OptionControl,
  type OptionValues,
  optionFields,
  withoutDefaults,
  withoutSecrets,
} from '../options/index.ts'
import { PresetBar } from './preset-bar.tsx'
import { useRowName, useSourceLabel } from './row-words.ts'
import type { ConvertRow } from './rows.ts'

export type OptionsPopupProps = { row: ConvertRow; onApply: (options: OptionValues) => void }

/** A file's options, drawn from the operation's schema. Nothing counts until Apply, which stays in sight at the foot. */
export function OptionsPopup({ row, onApply, ...opened }: OptionsPopupProps & Opened) {
  const { t } = useLingui()
  const form = useId()
  const phone = useMedia('(max-width: 39.99rem)')
  const { file, target, family, operation } = row
  const name = useRowName()(file)
  const from = useSourceLabel()(row)
  const credits = operation?.credits ?? 0
  const motif = (
    <Motif size="compact" state="ready" from={from} to={target?.label ?? ''} {...(family && { family })} />
  )
  const foot = (
    <>
      <span className="me-auto text-small font-medium">
        {t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
      </span>
      <Button type="reset" form={form} size={28} look="ghost">{t`Reset`}</Button>
      <Button type="submit" form={form} size={28} look="primary" hotkey="↵">{t`Apply`}</Button>
    </>
  )
  // In the page only while it is open, so that a draft that was left does not come back.
  const content = <OptionsForm id={form} row={row} onApply={onApply} />
  const label = t`Options for ${name}`
  if (phone)
    return (
      <Sheet
        open={opened.open}
        onOpenChange={(open) => !open && opened.close()}
        title={t`Options`}
        label={label}
        foot={<div className="flex items-center gap-2">{foot}</div>}
      >
        <div className="pb-4">{motif}</div>
        {content}
      </Sheet>
    )
  return (
    <PopoverPopup {...opened} label={label} align="end" head={motif} foot={foot}>
      {content}
    </PopoverPopup>
  )
}

function OptionsForm({ id, row, onApply }: OptionsPopupProps & { id: string }) {
  const { file, operation, state, choice } = row
  const fields = optionFields(operation?.options)
  const [draft, setDraft] = useState<OptionValues>(file.options)
  const given = (name: string, initial: unknown) => (name in draft ? draft[name] : initial)
  const faulty = fields.some((field) => faultOf(field, given(field.name, field.initial)) !== null)
  const error = state.kind === 'refused' ? state.error : null

  return (
    <form
      id={id}
      onReset={() => setDraft({})}
      className="grid w-72 max-w-full gap-3 max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        if (!faulty) onApply(withoutDefaults(fields, draft))
      }}
    >
      {fields.length === 0 && (
        <p className="text-ink-soft">
          <Trans>This conversion has no options.</Trans>
        </p>
      )}
      {fields.length > 0 && choice && (
        <PresetBar
          target={choice}
          options={withoutSecrets(fields, withoutDefaults(fields, draft))}
          onTake={(options) => setDraft(withoutDefaults(fields, options))}
        />
      )}
      {fields.map((field) => (
        <OptionControl
          key={field.name}
          field={field}
          value={given(field.name, field.initial)}
          onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          error={error?.field(`options.${field.name}`)}
        />
      ))}
    </form>
  )
}
