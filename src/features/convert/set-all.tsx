import { useLingui } from '@lingui/react/macro'
import type { Catalog } from '../../api/convert.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { chooseAll } from './files.ts'
import type { ConvertRow } from './rows.ts'
import { useTargetItems } from './target-choice.tsx'
import { operationOf } from './targets.ts'

/** One target for every file that waits and can become it; the others keep theirs. */
export function SetAll({ rows, catalog }: { rows: ConvertRow[]; catalog: Catalog }) {
  const { t } = useLingui()
  const { groups } = useTargetItems(catalog)
  const ready = rows.filter(({ state }) => state.kind === 'ready')
  const sources = [...new Set(ready.map(({ source }) => source?.format).filter((one) => one !== undefined))]
  const possible = catalog.formats.filter(({ format }) =>
    sources.some((source) => operationOf(catalog, source, format)),
  )
  if (ready.length < 2) return null
  return (
    <Combobox
      label={t`Set all to`}
      mono
      groups={groups(possible, null)}
      value={null}
      onChange={(target) => {
        chooseAll(
          ready
            .filter(({ source }) => source && operationOf(catalog, source.format, target))
            .map(({ file }) => file.id),
          target,
        )
      }}
      trigger={<Button size={28} hotkey="A" data-set-all="">{t`Set all`}</Button>}
    />
  )
}
