import { useLingui } from '@lingui/react/macro'
import type { Catalog } from '../../../api/convert.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { usePresets } from '../../../stores/presets.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { chooseAll } from './files.ts'
import type { ConvertRow } from './rows.ts'
import { useTargetItems } from './target-choice.tsx'
import { operationOf, parseChoice } from './targets.ts'

/** The prefix of a preset's index, which distinguishes it from format names. */
const PRESET = 'preset '

/** One target for every waiting file that supports it; the others keep theirs. */
export function SetAll({ rows, catalog }: { rows: ConvertRow[]; catalog: Catalog }) {
  const { t } = useLingui()
  const { groups } = useTargetItems(catalog)
  // The target of a merge was selected when its files were merged.
  const changes = (source: string, target: string) => operationOf(catalog, source, target)?.min_files === 1
  const ready = rows.filter(({ state, file }) => state.kind === 'ready' && file.parts.length === 0)
  const sources = [...new Set(ready.map(({ source }) => source?.format).filter((one) => one !== undefined))]
  const possible = catalog.formats.filter(({ format }) => sources.some((source) => changes(source, format)))
  const presets = usePresets((state) => state.presets)
  const saved = presets
    .map((preset, index) => ({ preset, index }))
    .filter(({ preset }) => sources.some((source) => changes(source, preset.target)))
  if (ready.length < 2) return null
  return (
    <Combobox
      label={t`Set all to`}
      mono
      groups={[
        ...(saved.length > 0
          ? [
              {
                name: t`Presets`,
                items: saved.map(({ preset, index }) => ({
                  value: `${PRESET}${index}`,
                  label: preset.name,
                  note: formatLabel(parseChoice(preset.target).format),
                })),
              },
            ]
          : []),
        ...groups(possible, null),
      ]}
      value={null}
      onChange={(value) => {
        const preset = value.startsWith(PRESET) ? presets[Number(value.slice(PRESET.length))] : undefined
        const target = preset?.target ?? value
        const able = ready.filter(({ source }) => source && changes(source.format, target))
        chooseAll(
          able.map(({ file }) => file.id),
          target,
          preset?.options,
        )
      }}
      trigger={<Button size={28} hotkey="A" data-set-all="">{t`Set all`}</Button>}
    />
  )
}
