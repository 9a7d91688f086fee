import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Catalog } from '../../../api/convert.ts'
import { FAMILY_NAMES } from '../../../lib/families.ts'
import { modKey } from '../../../lib/use-hotkeys.ts'
import { Blocks } from '../../../ui/blocks.tsx'
import { FamilyGroup } from '../../../ui/family-group.tsx'
import { HotkeyHints } from '../../../ui/hotkey-hints.tsx'
import { FAMILY_WORDS } from '../conversion/index.ts'
import { FileRow } from './file-row.tsx'
import type { ConvertRow } from './rows.ts'
import { useConvertKeys } from './use-convert-keys.ts'
import { usePrice } from './use-price.ts'

type ConvertListProps = {
  rows: ConvertRow[]
  catalog: Catalog
  /** The row that has, or had, the focus. */
  current: string | null
  onCurrent: (id: string) => void
  /** Whether its preview is shown next to the list. */
  beside: boolean
  onPreview: (id: string) => void
}

/** The files, grouped by family under their tabs, in the order in which they were added. */
export function ConvertList({ rows, catalog, current, onCurrent, beside, onPreview }: ConvertListProps) {
  const { t, i18n } = useLingui()
  const [options, setOptions] = useState<string | null>(null)
  const groups = useMemo(() => {
    let count = 0
    const byFamily = Map.groupBy(rows, ({ family }) => family)
    // Unknown families come last.
    return [...FAMILY_NAMES, null].flatMap((family) => {
      const members = byFamily.get(family)
      if (!members) return []
      const before = count
      count += members.length
      return [{ family, members, before }]
    })
  }, [rows])
  const ordered = groups.flatMap(({ members }) => members)
  const focusable = ordered.some(({ file }) => file.id === current) ? current : ordered[0]?.file.id
  const { payable, missing } = usePrice(rows)
  useConvertKeys(ordered, focusable ?? null, setOptions, payable)
  const paid = useMemo(() => new Set(payable), [payable])

  return (
    <div className="min-w-0">
      <div>
        {groups.map(({ family, members, before }) => (
          <FamilyGroup
            key={family ?? ''}
            family={family}
            name={family ? i18n._(FAMILY_WORDS[family]) : t`Unknown format`}
            count={members.length}
          >
            <Blocks items={members} before={before} height={65} className="divide-y divide-line">
              {(row) => (
                <FileRow
                  key={row.file.id}
                  row={row}
                  catalog={catalog}
                  unpaid={missing > 0 && row.state.kind === 'ready' && !paid.has(row)}
                  current={row.file.id === focusable}
                  optionsOpen={row.file.id === options}
                  shown={beside && row.file.id === current}
                  onCurrent={onCurrent}
                  onOptions={setOptions}
                  onPreview={onPreview}
                />
              )}
            </Blocks>
          </FamilyGroup>
        ))}
      </div>
      <div className="mt-3 sm:ps-8">
        <HotkeyHints keys={useHints(ordered.find(({ file }) => file.id === focusable))} />
      </div>
    </div>
  )
}

/** The shortcuts that apply to the current row in its state. */
function useHints(row: ConvertRow | undefined) {
  const { t } = useLingui()
  const kind = row?.state.kind
  const own =
    kind === 'done'
      ? [
          { key: '↵', does: t`Preview` },
          { key: 'D', does: t`Download` },
          { key: 'S', does: t`Share` },
          { key: 'T', does: t`Convert again` },
        ]
      : [
          { key: 'T', does: t`Format` },
          { key: 'O', does: t`Options` },
          ...(kind === 'failed' || kind === 'refused' ? [{ key: 'R', does: t`Retry` }] : []),
        ]
  return [
    { key: '↑ ↓', does: t`Move` },
    ...own,
    { key: 'Del', does: kind === 'working' || kind === 'uploading' ? t`Cancel` : t`Remove` },
    ...(kind === 'done' ? [] : [{ key: `${modKey()} ↵`, does: t`Convert` }]),
    { key: '?', does: t`All shortcuts` },
  ]
}
