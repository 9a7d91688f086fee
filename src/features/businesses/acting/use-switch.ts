import { useLingui } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { forgetOwner } from '../../../api/acting.ts'
import { actFor, discardDrafts, hasDrafts, useActing } from '../../../stores/acting.ts'
import { useUploads } from '../../../stores/uploads.ts'
import { useConfirmAct } from '../../problems/index.ts'

/**
 * Chooses for whom this tab acts: a business by its `biz_…`, or oneself. What would be lost by it
 * is asked about first. `then` navigates: until the new page is there, the one from before is not
 * shown for the new account.
 */
export function useSwitch(): (id: string | null, then: () => void) => void {
  const { t } = useLingui()
  const { key } = useLocation()
  const confirm = useConfirmAct()
  return (id, then) => {
    if (useActing.getState().id === id) return then()
    if (!hasDrafts() && !isUploading()) return change(id, key, then)
    confirm({
      title: t`Switch account in this tab?`,
      body: t`Files on Convert are removed from its list and uploads stop. Results stay in History, and other tabs keep their account.`,
      keep: t`Stay`,
      act: t`Switch`,
      verb: t`Switching`,
      run: () => change(id, key, then),
    })
  }
}

function change(id: string | null, leaving: string, then: () => void): void {
  discardDrafts()
  // Without its page, nothing of it is asked for again under the new account, which would not find
  // it.
  flushSync(() => {
    useActing.setState({ leaving })
    actFor(id)
  })
  forgetOwner()
  then()
}

const isUploading = () =>
  useUploads.getState().uploads.some(({ state }) => state !== 'done' && state !== 'failed')
