import { useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import type { ConvertRow } from './rows.ts'
import { useRowActions } from './use-row-actions.ts'

/** Clears the list, or removes completed files. Running ones stay; the toast can undo it. */
export function ClearButton({ rows }: { rows: ConvertRow[] }) {
  const { t } = useLingui()
  const { remove } = useRowActions()
  const done = rows.filter(({ state }) => state.kind === 'done')
  const still = rows.filter(({ state }) => state.kind !== 'uploading' && state.kind !== 'working')
  const ids = (some: ConvertRow[]) => some.map(({ file }) => file.id)
  if (done.length > 0)
    return (
      <Button size={28} variant="ghost" onClick={() => remove(ids(done))}>
        {t`Clear done`}
      </Button>
    )
  if (still.length < 2) return null
  return (
    <Button size={28} variant="ghost" onClick={() => remove(ids(still))}>
      {t`Clear list`}
    </Button>
  )
}
