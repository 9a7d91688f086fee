import { useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../api/public-signing.ts'
import { NativeDialog } from '../public-page/index.ts'

type PeopleProps = { view: SigningView; open: boolean; onClose: () => void }

/** Who is asked beside oneself, and how far they are. Nobody's address. */
export function People({ view, open, onClose }: PeopleProps) {
  const { t } = useLingui()
  const { me, others, sender } = view
  const roles = { signer: t`signs`, approver: t`approves`, viewer: t`reads`, copy: t`gets a copy` }
  const states = {
    waiting: t`not yet their turn`,
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
    <NativeDialog open={open} onClose={onClose} title={t`Who is asked`}>
      <p className="mb-3 text-ink-soft">{t`Asked by ${from}:`}</p>
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
