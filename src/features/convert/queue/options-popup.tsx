import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { serverText } from '../../../lib/server-text.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { FileName } from '../../../ui/file-name.tsx'
import type { Opened } from '../../../ui/lazy-popup.tsx'
import { Motif } from '../../../ui/motif.tsx'
import { PopoverPopup } from '../../../ui/popover-popup.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { type OptionValues, optionFields, withoutDefaults, withoutSecrets } from '../options/index.ts'
import { OptionsBody } from './options-body.tsx'
import { OptionsFoot } from './options-foot.tsx'
import { PresetBar } from './preset-bar.tsx'
import { useRowName, useSourceLabel } from './row-labels.ts'
import type { ConvertRow } from './rows.ts'

export type OptionsPopupProps = { row: ConvertRow; onApply: (options: OptionValues) => void }

/**
 * A file's options, rendered from the operation's schema. Changes apply on Apply, which stays
 * visible at the bottom.
 */
export function OptionsPopup({ row, onApply, ...opened }: OptionsPopupProps & Opened) {
  const { t, i18n } = useLingui()
  const form = useId()
  const phone = useMedia('(max-width: 39.99rem)')
  const { file, target, family, operation, choice } = row
  const name = useRowName()(file)
  const from = useSourceLabel()(row)
  const fields = optionFields(operation?.options, (english) => serverText(i18n, english))
  const [draft, setDraft] = useDraft(opened.open, file.options)
  const chosen = withoutDefaults(fields, draft)
  const presets = fields.length > 0 && choice && (
    <PresetBar
      target={choice}
      options={withoutSecrets(fields, chosen)}
      onTake={(options) => setDraft(withoutDefaults(fields, options))}
    />
  )
  const motif = (
    <Motif size="compact" state="ready" from={from} to={target?.label ?? ''} {...(family && { family })} />
  )
  const content = opened.open && (
    <OptionsBody
      id={form}
      row={row}
      fields={fields}
      draft={draft}
      onChange={(patch) => setDraft({ ...draft, ...patch })}
      onReset={() => setDraft({})}
      onSubmit={() => onApply(chosen)}
    />
  )
  const foot = opened.open && (
    <OptionsFoot form={form} row={row} chosen={chosen} onApplied={() => opened.close()} />
  )
  const label = t`Options for ${name}`
  if (phone)
    return (
      <Sheet
        open={opened.open}
        onOpenChange={(open) => !open && opened.close()}
        title={t`Options`}
        label={label}
        foot={foot}
      >
        <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
          {motif}
          {presets}
        </div>
        <div className="-mx-4 border-t border-line">{content}</div>
      </Sheet>
    )
  return (
    <PopoverPopup
      {...opened}
      label={label}
      align="center"
      form
      flush
      head={
        <div className="flex min-w-0 items-center gap-3">
          {motif}
          <span className="min-w-0 flex-1">
            <FileName name={name} strong />
          </span>
          {presets}
        </div>
      }
      foot={foot}
    >
      {content}
    </PopoverPopup>
  )
}

/** The edited values. They are discarded when the form is closed. */
function useDraft(open: boolean, kept: OptionValues) {
  const [draft, setDraft] = useState(kept)
  const [was, setWas] = useState(open)
  if (open !== was) {
    setWas(open)
    if (open) setDraft(kept)
  }
  return [draft, setDraft] as const
}
