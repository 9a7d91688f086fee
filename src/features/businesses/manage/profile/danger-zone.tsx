import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../../api/account.ts'
import { useRemoveMember } from '../../../../api/business-users.ts'
import { type Business, useCloseBusiness, useUpdateBusiness } from '../../../../api/businesses.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useConfirmAct, useProblemWords } from '../../../problems/index.ts'
import { can } from '../rights.ts'

const TransferDialog = lazy(() => import('./transfer-dialog.tsx'))

/** Deactivate, leave, transfer, close: each with its consequences. */
export function DangerZone({ business }: { business: Business }) {
  const { t } = useLingui()
  const acts = useDangerActions(business)
  const [transfers, setTransfers] = useState(false)
  const { is_active: active, name } = business
  const writes = can(business, 'business:write')
  const closes = can(business, 'business:close')
  return (
    <Panel title={t`Danger zone`} flush>
      <ul className="divide-y divide-line">
        {writes && (
          <Act
            title={active ? t`Deactivate business` : t`Reactivate business`}
            note={
              active
                ? t`Members get read-only access until an owner or admin reactivates it.`
                : t`Members regain full access.`
            }
          >
            <Button variant={active ? 'danger' : 'second'} onClick={active ? acts.switchOff : acts.switchOn}>
              {active ? t`Deactivate` : t`Reactivate`}
            </Button>
          </Act>
        )}
        <Act
          title={t`Leave business`}
          note={t`Your work stays with the business. To rejoin, you need an invitation.`}
        >
          <Button variant="danger" onClick={acts.leave}>{t`Leave`}</Button>
        </Act>
        {closes && (
          <>
            <Act title={t`Transfer business`} note={t`Another member becomes owner and you become admin.`}>
              <Button variant="danger" onClick={() => setTransfers(true)}>{t`Transfer`}</Button>
            </Act>
            <Act
              title={t`Close business`}
              note={t`API keys and share links stop working, and members get read-only access. Only the administrator can reopen the business.`}
            >
              <Button variant="danger-solid" onClick={acts.close}>{t`Close ${name}`}</Button>
            </Act>
          </>
        )}
      </ul>
      <Suspense>
        {transfers && <TransferDialog business={business} onClose={() => setTransfers(false)} />}
      </Suspense>
    </Panel>
  )
}

function Act({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-medium">{title}</span>
        <span className="block text-small text-ink-soft">{note}</span>
      </span>
      {children}
    </li>
  )
}

function useDangerActions({ business_id: id, name }: Business) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const confirm = useConfirmAct()
  const { data: user } = useSession()
  const update = useUpdateBusiness(id)
  const close = useCloseBusiness(id)
  const remove = useRemoveMember(id)

  return {
    switchOn: () =>
      update.mutate(
        { is_active: true },
        {
          onSuccess: () => showToast({ text: t`${name} reactivated.` }),
          onError: (error) => showToast({ kind: 'error', text: words(error) }),
        },
      ),
    switchOff: () =>
      confirm({
        title: t`Deactivate ${name}?`,
        body: t`Members get read-only access and API keys stop working. An owner or admin can reactivate the business.`,
        act: t`Deactivate`,
        verb: t`Deactivating`,
        run: () => update.mutateAsync({ is_active: false }),
      }),
    leave: () =>
      confirm({
        title: t`Leave ${name}?`,
        body: t`You lose access immediately. Your work stays with the business.`,
        act: t`Leave`,
        verb: t`Leaving`,
        run: async () => {
          await remove.mutateAsync(user?.id ?? '')
          void navigate(paths.businesses())
        },
      }),
    close: () =>
      confirm({
        title: t`Close ${name}?`,
        body: t`API keys and share links stop working immediately, and members get read-only access. Only the administrator can reopen the business.`,
        act: t`Close business`,
        verb: t`Closing`,
        typeName: name,
        run: () => close.mutateAsync(''),
      }),
  }
}
