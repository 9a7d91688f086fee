import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { modKey } from '../../../lib/use-hotkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { filesIn } from './rows.ts'
import { runRows } from './run.ts'
import type { Price } from './use-price.ts'

/** Says how many it takes, and why not when it does not. */
export function RunButton({ price: { ready, count, missing, payable } }: { price: Price }) {
  const { t } = useLingui()
  const merges = count > 0 && ready.every(({ file }) => file.parts.length > 0)
  const paid = filesIn(payable)
  const none = count === 0 || payable.length === 0
  return (
    <Button
      variant="primary"
      size={36}
      wide
      // The longer label has no room beside it; the key does the same.
      {...(missing === 0 && { hotkey: `${modKey()} ↵` })}
      // Too few credits for all is no reason to stop those that can be paid; the others keep their
      // place.
      onClick={() => runRows(payable)}
      disabled={none}
      reason={count === 0 ? t`Add files to convert first.` : t`Not enough credits for this batch.`}
    >
      {count === 0
        ? t`Convert`
        : missing > 0 && !none
          ? t({
              message: plural(paid, {
                one: 'Convert # with your credits',
                other: 'Convert # with your credits',
              }),
            })
          : merges
            ? t({ message: plural(count, { one: 'Merge # file', other: 'Merge # files' }) })
            : t({ message: plural(count, { one: 'Convert # file', other: 'Convert # files' }) })}
    </Button>
  )
}
