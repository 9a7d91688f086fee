import { useLingui } from '@lingui/react/macro'
import { forgetOwner } from '../../api/acting.ts'
import { actFor, forgetKept, isAnythingKept, useActing } from '../../stores/acting.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { useUploads } from '../../stores/uploads.ts'

/** Chooses for whom this tab acts: a business by its `biz_…`, or oneself. What would be lost by it is asked about first. */
export function useSwitch(): (id: string | null, then?: () => void) => void {
  const { t } = useLingui()
  return (id, then = () => {}) => {
    if (useActing.getState().id === id) return then()
    if (!isAnythingKept() && !isUploading()) return change(id, then)
    confirmAct({
      title: t`Switch the account of this tab?`,
      body: t`The files on Convert leave its list, and uploads stop. Results stay in History. Another tab can act for another account at the same time.`,
      keep: t`Stay`,
      act: t`Switch`,
      verb: t`Switching`,
      run: async () => {
        change(id, then)
        return null
      },
    })
  }
}

function change(id: string | null, then: () => void): void {
  forgetKept()
  actFor(id)
  forgetOwner()
  then()
}

const isUploading = () =>
  useUploads.getState().uploads.some(({ state }) => state !== 'done' && state !== 'failed')
