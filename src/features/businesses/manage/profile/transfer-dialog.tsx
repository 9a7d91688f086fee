import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../../../api/account.ts'
import { useMembers } from '../../../../api/business-users.ts'
import { type Business, useTransferBusiness } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { SearchBox } from '../../../../ui/search-box.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { Coming, ProblemLine } from '../../../problems/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'

/** Asks for the new owner. */
export default function TransferDialog({ business, onClose }: { business: Business; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { data: user } = useSession()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const members = useMembers(business.business_id, { status: 'active', ...(query && { query }) })
  const transfer = useTransferBusiness(business.business_id)
  const others = (members.data?.rows ?? []).filter(({ user_id }) => user_id !== null && user_id !== user?.id)
  const name = others.find(({ user_id }) => user_id === chosen)?.name ?? ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Transfer ${business.name}`}
      description={t`The selected member becomes owner immediately and you become admin. Both of you get an e-mail.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant="danger-solid"
            disabled={chosen === null}
            reason={t`Choose a member.`}
            working={transfer.isPending}
            verb={t`Transferring`}
            onClick={() =>
              chosen &&
              transfer.mutate(chosen, {
                onSuccess: () => {
                  showToast({ text: t`${name} is now the owner of ${business.name}.` })
                  onClose()
                },
              })
            }
          >
            {name ? t`Transfer to ${name}` : t`Transfer`}
          </Button>
        </>
      }
    >
      <SearchBox
        label={t`Search members`}
        placeholder={t`Name or e-mail`}
        value={query}
        onChange={setQuery}
        hotkey=""
        className="w-full"
      />
      <div className="mt-2 max-h-64 overflow-y-auto rounded-control border border-line-strong">
        {!members.data ? (
          <Coming paused={members.isPaused} rows={3} />
        ) : others.length === 0 ? (
          <p className="px-3 py-3 text-ink-soft">
            {query ? t`No matching members.` : t`There are no other active members. Invite one first.`}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {others.map(({ id, user_id, name, email, role }) => (
              <li key={id}>
                <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 hover:bg-hover has-checked:bg-accent-tint has-focus-visible:focus-inset">
                  <input
                    type="radio"
                    name="owner"
                    className="accent-accent"
                    checked={chosen === user_id}
                    onChange={() => setChosen(user_id)}
                  />
                  <span translate="no" className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="block truncate text-small text-ink-soft">{email}</span>
                  </span>
                  <span className="text-small text-ink-soft">{i18n._(ROLE_WORDS[role])}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
      <ProblemLine error={transfer.error} />
    </Dialog>
  )
}
