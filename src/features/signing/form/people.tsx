import { useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../../api/public-signing.ts'
import { NativeDialog } from '../../public-page/index.ts'

type PeopleProps = { view: SigningView; open: boolean; onClose: () => void }

/** The other recipients and their states, without e-mail addresses. */
export function People({ view, open, onClose }: PeopleProps) {
  const { t } = useLingui()
  const { me, others, sender } = view
  const roles = { signer: t`signer`, approver: t`approver`, viewer: t`viewer`, copy: t`gets a copy` }
  const states = {
    waiting: t`waiting`,
    acting: t`their turn`,
    done: t`done`,
    declined: t`declined`,
  }
  const from = sender.name
  const people = [
    { name: me.name, says: [roles[me.role], t`you`] },
    ...others.map(({ name, role, state }) => ({
      name,
      says: role === 'copy' ? [roles.copy] : [roles[role], states[state]],
    })),
  ]
  return (
    <NativeDialog open={open} onClose={onClose} title={t`Recipients`}>
      <p className="mb-3 text-ink-soft">{t`Sent by ${from} to:`}</p>
      <ol className="grid">
        {people.map(({ name, says }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
            key={index}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2"
          >
            <bdi className="min-w-0 font-medium wrap-anywhere">{name}</bdi>
            <span className="text-ink-soft">{says.join(', ')}</span>
          </li>
        ))}
      </ol>
    </NativeDialog>
  )
}
