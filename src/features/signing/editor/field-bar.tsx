import { useLingui } from '@lingui/react/macro'
import { CopyIcon, Settings2Icon, Trash2Icon } from 'lucide-react'
import type { SigningField } from '../../../api/signing.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { Box } from '../../pdf/viewer/index.ts'
import { type EditorDraft, putField } from './draft.ts'
import { useFieldName } from './field-name.ts'
import { FieldSettings } from './field-settings.tsx'
import type { Change } from './use-editor-draft.ts'

type FieldBarProps = {
  field: SigningField
  box: Box
  /** The page's width, in CSS pixels. */
  width: number
  draft: EditorDraft
  onChange: Change
  onDuplicate: () => void
  onRemove: () => void
}

/** The approximate width of the bar, to keep it on the page. */
const BAR = 248
const HIGH = 44

/** The most common actions for a field, above it; the others are in its settings. */
export function FieldBar({ field, box, width, draft, onChange, onDuplicate, onRemove }: FieldBarProps) {
  const { t } = useLingui()
  const nameOf = useFieldName()
  const name = nameOf(field)
  const left = Math.max(4, Math.min(box.left + box.width / 2 - BAR / 2, width - BAR - 4))
  const above = box.top > HIGH + 8
  return (
    <div
      role="toolbar"
      aria-label={t`${name}: field actions`}
      className="absolute z-2 flex h-10 items-center gap-1 rounded-sheet border border-line-strong bg-raised ps-3 pe-1 text-small text-ink shadow-pop touch:h-13 [&_label]:items-center"
      style={{ left, top: above ? box.top - HIGH - 6 : box.top + box.height + 8, maxWidth: width - 8 }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <span className="min-w-0 max-w-28 truncate font-medium">{name}</span>
      <span className="mx-1.5 h-4 border-s border-line-strong" />
      <Checkbox
        checked={field.required}
        onChange={(required) => onChange((now) => putField(now, { ...field, required }))}
      >
        {t`Required`}
      </Checkbox>
      <span className="ms-1.5 flex">
        <Popover
          label={t`${name}: settings`}
          head={<span className="font-medium">{name}</span>}
          trigger={<IconButton name={t`Settings`} icon={Settings2Icon} />}
        >
          <FieldSettings field={field} recipients={draft.recipients} onChange={onChange} />
        </Popover>
        <IconButton name={t`Duplicate`} hotkey="Ctrl D" icon={CopyIcon} onClick={onDuplicate} />
        <IconButton name={t`Delete`} icon={Trash2Icon} onClick={onRemove} />
      </span>
    </div>
  )
}
