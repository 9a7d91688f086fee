import { useLingui } from '@lingui/react/macro'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { forgetOwner } from '../../../api/acting.ts'
import { actFor, discardDrafts, hasDrafts, useActing } from '../../../stores/acting.ts'
import { useUploads } from '../../../stores/uploads.ts'
import { useConfirmAct } from '../../problems/index.ts'

/**
 * Switches this tab to a business (`biz_…`) or to the user's own account, after a confirmation if
 * changes would be lost. `then` navigates: until the new page is rendered, the previous one is
 * hidden.
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
  // Unmounts the page, so that it requests nothing under the new account.
  flushSync(() => {
    useActing.setState({ leaving })
    actFor(id)
  })
  forgetOwner()
  then()
}

const isUploading = () =>
  useUploads.getState().uploads.some(({ state }) => state !== 'done' && state !== 'failed')
