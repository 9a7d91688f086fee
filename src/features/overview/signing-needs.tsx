import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SignatureIcon } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../api/query-client.ts'
import type { SigningRow } from '../../api/signing.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

/** So many days a session that ended without everybody's signature is brought to mind. */
const DAYS = 14

/** Sessions that do not go on by themselves: declined, run out, or signed and not sealed. */
export function useSigningNeeds(): SigningRow[] {
  const { data } = useQuery({
    ...q('listSigningSessions', { query: { page_size: 20 } }),
    throwOnError: false,
  })
  const from = Date.now() - DAYS * 86_400_000
  return (data?.results ?? [])
    .filter(
      ({ state, problem, updated_at }) =>
        (state === 'sealing' && problem !== null) ||
        ((state === 'declined' || state === 'expired') && Date.parse(updated_at) > from),
    )
    .slice(0, 5)
}

export function SigningNeed({ session: { id, title, state } }: { session: SigningRow }) {
  const { t } = useLingui()
  return (
    <li className="flex items-start gap-2.5 px-4 py-2.5">
      <SignatureIcon className="mt-0.5 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={title} translate="no">
          {title}
        </p>
        <p className="text-small text-ink-soft">
          {state === 'declined'
            ? t`A recipient declined to sign.`
            : state === 'expired'
              ? t`The deadline passed before everyone signed.`
              : t`Everyone signed, but the document could not be sealed.`}
        </p>
      </div>
      <Button size={24} aria-label={t`Open ${title}`} render={<Link to={paths.signingSession(id)} />}>
        {t`Open`}
      </Button>
    </li>
  )
}
