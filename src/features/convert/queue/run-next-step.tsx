import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { type Catalog, useCatalog } from '../../../api/convert.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import type { ConvertRow } from './rows.ts'
import { buyAndRun } from './run.ts'
import { RunButton } from './run-button.tsx'
import { operationOf, targetsOf } from './targets.ts'
import type { Price } from './use-price.ts'

/** The button of the next run; if credits are missing, the next step, and that nothing is lost. */
export function RunNextStep({ price }: { price: Price }) {
  const { data: user } = useSession()
  if (price.missing === 0) return <RunButton price={price} />
  return user === null ? <VisitorsNextStep price={price} /> : <AccountsNextStep price={price} />
}

/** The list is in this browser and survives the sign-in; the server transfers what has run. */
function VisitorsNextStep({ price }: { price: Price }) {
  const { t } = useLingui()
  const back = { return: paths.convert() }
  const some = price.payable.length > 0
  return (
    <div className="grid gap-2">
      {some && <RunButton price={price} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2">
        <Button
          variant={some ? 'second' : 'primary'}
          size={36}
          className="px-2"
          render={<Link to={paths.signUp(back)} />}
        >
          {t`Create account`}
        </Button>
        <Button size={36} render={<Link to={paths.signIn(back)} />}>
          {t`Sign in`}
        </Button>
      </div>
      <p className="text-small text-ink-soft">
        <Trans>This exceeds the free quota. An account comes with credits, and your files stay here.</Trans>
      </p>
    </div>
  )
}

function AccountsNextStep({ price }: { price: Price }) {
  const { t } = useLingui()
  const { catalog } = useCatalog()
  const { ready, payable, held, left, total } = price
  const several = ready.length > 1
  const cheaper = ready.some(
    (row) => !payable.includes(row) && canBeCheaper(catalog, row, several ? Infinity : (left ?? 0)),
  )
  const says = [
    payable.length > 0 && t`The other files stay on the list.`,
    cheaper && several && t`Choose cheaper formats, or remove files.`,
    cheaper && !several && t`Choose a cheaper format. The format list shows each price.`,
    !cheaper &&
      payable.length === 0 &&
      t`You don’t have enough credits for any of these files. Nothing was charged.`,
    held > 0 &&
      t({
        message: plural(held, {
          one: '# credit is held by running conversions and is released if unused.',
          other: '# credits are held by running conversions and are released if unused.',
        }),
      }),
  ]
  return (
    <div className="grid gap-2">
      {payable.length > 0 && <RunButton price={price} />}
      <Button
        variant={payable.length > 0 ? 'second' : 'primary'}
        size={36}
        wide
        onClick={() => void buyAndRun(ready, { reason: 'balance', required: total, available: left })}
      >
        {t`Buy credits and convert`}
      </Button>
      <p className="text-small text-ink-soft">{says.filter(Boolean).join(' ')}</p>
    </div>
  )
}

/** Whether another format costs less, and at most `most`. */
function canBeCheaper(catalog: Catalog, { source, file, credits }: ConvertRow, most: number): boolean {
  if (!source || file.parts.length > 0 || credits === null) return false
  const { best, rest } = targetsOf(catalog, source)
  return [...best, ...rest].some(({ format }) => {
    const price = operationOf(catalog, source.format, format)?.credits ?? credits
    return price < credits && price <= most
  })
}
