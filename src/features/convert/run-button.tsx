import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { modKey } from '../../lib/use-hotkeys.ts'
import { Button } from '../../ui/button.tsx'
import type { ConvertRow } from './rows.ts'
import { runRows } from './run.ts'

/** Says how many it takes, and why not when it does not. */
export function RunButton({ ready, short }: { ready: ConvertRow[]; short: boolean }) {
  const { t } = useLingui()
  const count = ready.length
  return (
    <Button
      look="primary"
      size={36}
      wide
      hotkey={`${modKey()} ↵`}
      onClick={() => runRows(ready)}
      disabled={short || count === 0}
      reason={short ? t`This run costs more than is left.` : t`No file waits to be converted.`}
    >
      {count === 0
        ? t`Convert`
        : t({ message: plural(count, { one: 'Convert # file', other: 'Convert # files' }) })}
    </Button>
  )
}
