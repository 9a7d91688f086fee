import { useLingui } from '@lingui/react/macro'
import { BookmarkIcon, BookmarkPlusIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { removePreset, savePreset, usePresets } from '../../../stores/presets.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import type { OptionValues } from '../options/index.ts'

type PresetBarProps = {
  target: string
  /** The options that would be saved. */
  options: OptionValues
  onTake: (options: OptionValues) => void
}

/** Saved options for this target: applied with a click, saved under a name. */
export function PresetBar({ target, options, onTake }: PresetBarProps) {
  const { t } = useLingui()
  const presets = usePresets((state) => state.presets).filter((preset) => preset.target === target)
  const [naming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const save = () => {
    if (!name.trim()) return
    savePreset({ name: name.trim(), target, options })
    setNaming(false)
    setName('')
  }
  if (naming)
    return (
      <div className="flex items-center gap-1">
        <Input
          size={28}
          aria-label={t`Preset name`}
          placeholder={t`Preset name`}
          maxLength={60}
          value={name}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            // Enter would apply the options, and Escape close them: here they end the naming.
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            if (event.key === 'Enter') save()
            else setNaming(false)
          }}
        />
        <Button size={28} onClick={save} disabled={!name.trim()} reason={t`Enter a name.`}>{t`Save`}</Button>
        <IconButton size={28} name={t`Cancel`} icon={XIcon} onClick={() => setNaming(false)} />
      </div>
    )
  return (
    <div className="-mx-1 flex flex-wrap items-center gap-1">
      {presets.length > 0 && (
        <Menu
          align="start"
          trigger={<Button size={28} variant="ghost" icon={BookmarkIcon}>{t`Presets`}</Button>}
          entries={[
            ...presets.map((preset) => ({
              label: preset.name,
              onSelect: () => onTake(preset.options),
            })),
            'line' as const,
            ...presets.map((preset) => ({
              label: t`Delete ${preset.name}`,
              danger: true,
              onSelect: () => {
                const undo = removePreset(preset)
                showToast({ text: t`Preset ${preset.name} deleted`, undo })
              },
            })),
          ]}
        />
      )}
      <Button size={28} variant="ghost" icon={BookmarkPlusIcon} onClick={() => setNaming(true)}>
        {t`Save as preset`}
      </Button>
    </div>
  )
}
