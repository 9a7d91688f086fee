import { useEffect } from 'react'
import { useSession } from '../../../api/account.ts'
import { settleNeededCredits, useNeededCredits } from '../../../stores/needed-credits.ts'
import { useMay } from '../../businesses/acting/index.ts'
import { AskOwner } from './ask-owner.tsx'
import { BuyDialog } from './buy-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'

/** The only dialog for missing credits. Closing it cancels the request; nothing is lost. */
export default function BuyingHost() {
  const need = useNeededCredits((state) => state.need)
  const { data: user } = useSession()
  const may = useMay()
  // A guest cannot buy; the page offers them an account.
  const isVisitor = need !== null && user === null
  useEffect(() => {
    if (isVisitor) settleNeededCredits(false)
  }, [isVisitor])
  if (!need || !user) return null
  if (!may('billing:write')) return <AskOwner need={need} />
  return need.reason === 'spend_limit' ? <LimitDialog /> : <BuyDialog need={need} />
}
