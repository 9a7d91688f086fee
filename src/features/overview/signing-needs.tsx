import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SignatureIcon } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../api/query-client.ts'
import type { SigningRow } from '../../api/signing.ts'
import { paths } from '../../paths.ts'
import { setDismissed, useOverviewChoices } from '../../stores/overview-choices.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { AttentionRow } from './attention-row.tsx'

/** For this many days an ended request without all signatures is listed. */
const DAYS = 14

/** A request that is reopened by an extension, and ends again, is a new entry. */
const entryOf = ({ id, state, ended_at }: SigningRow) => `${id} ${state} ${ended_at ?? ''}`

/** Requests that need an action: declined, expired, or signed and not sealed. */
export function useSigningNeeds(): SigningRow[] {
  const may = useMay()
  const dismissed = useOverviewChoices((state) => state.dismissed)
  const { data } = useQuery({
    ...q('listSigningSessions', { query: { page_size: 20 } }),
    throwOnError: false,
    enabled: may('signing:read'),
  })
  const from = Date.now() - DAYS * 86_400_000
  return (data?.results ?? [])
    .filter(
      (one) =>
        (one.state === 'sealing' && one.problem !== null) ||
        ((one.state === 'declined' || one.state === 'expired') &&
          Date.parse(one.updated_at) > from &&
          !dismissed.includes(entryOf(one))),
    )
    .slice(0, 5)
}

export function SigningNeed({ session }: { session: SigningRow }) {
  const { t } = useLingui()
  const { id, title, state } = session
  const entry = entryOf(session)
  return (
    <AttentionRow
      icon={SignatureIcon}
      name={title}
      title={
        <p className="truncate font-medium" title={title} translate="no">
          {title}
        </p>
      }
      note={
        state === 'declined'
          ? t`A recipient declined to sign.`
          : state === 'expired'
            ? t`The deadline passed before everyone signed.`
            : t`Everyone signed, but the document could not be sealed.`
      }
      {...(state !== 'sealing' && {
        onDismiss: () => {
          setDismissed(entry, true)
          showToast({ text: t`${title} dismissed`, undo: () => setDismissed(entry, false) })
        },
      })}
    >
      <Button size={24} render={<Link to={paths.signingSession(id)} />}>
        {t`Open`}
      </Button>
    </AttentionRow>
  )
}
