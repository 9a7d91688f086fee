import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { modKey } from '../../../lib/use-hotkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { filesIn } from './rows.ts'
import { runRows } from './run.ts'
import type { Price } from './use-price.ts'

/** Shows how many files will run, or why none can. */
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
      // The longer label leaves no space for the shortcut, which works anyway.
      {...(missing === 0 && { hotkey: `${modKey()} ↵` })}
      // With too few credits for all, those that can be paid run; the others stay.
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
