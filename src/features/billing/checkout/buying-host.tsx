import { useEffect } from 'react'
import { useSession } from '../../../api/account.ts'
import { settleNeededCredits, useNeededCredits } from '../../../stores/needed-credits.ts'
import { useMay } from '../../businesses/acting/index.ts'
import { AskOwner } from './ask-owner.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'

/** The one dialog for work that cannot be paid. Closing it gives the work up; nothing is lost. */
export default function BuyingHost() {
  const need = useNeededCredits((state) => state.need)
  const { data: user } = useSession()
  const may = useMay()
  // A visitor cannot buy; the page that they are on offers them an account.
  const isVisitor = need !== null && user === null
  useEffect(() => {
    if (isVisitor) settleNeededCredits(false)
  }, [isVisitor])
  if (!need || !user) return null
  if (!may('billing:write')) return <AskOwner need={need} />
  return need.reason === 'spend_limit' ? <LimitDialog /> : <BuyDialog need={need} />
}
