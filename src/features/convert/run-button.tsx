import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { modKey } from '../../lib/use-hotkeys.ts'
import { Button } from '../../ui/button.tsx'
import { runRows } from './run.ts'
import type { Price } from './use-price.ts'

/** Says how many it takes, and why not when it does not. */
export function RunButton({ price: { ready, count, short, payable } }: { price: Price }) {
  const { t } = useLingui()
  const merges = count > 0 && ready.every(({ file }) => file.parts.length > 0)
  // Too few credits for all is no reason to stop those that can be paid; the others keep their place.
  if (short && payable.length > 0)
    return (
      <Button look="primary" size={36} wide onClick={() => runRows(payable)}>
        {t({
          message: plural(payable.length, {
            one: 'Convert the first that can be paid',
            other: 'Convert the # that can be paid',
          }),
        })}
      </Button>
    )
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
        : merges
          ? t({ message: plural(count, { one: 'Merge # file', other: 'Merge # files' }) })
          : t({ message: plural(count, { one: 'Convert # file', other: 'Convert # files' }) })}
    </Button>
  )
}
