import { useLingui } from '@lingui/react/macro'
import { type ApiKey, useRevokeApiKey } from '../../api/access.ts'
import { useMemberName } from '../../api/member-names.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { formatDate, formatMomentLine } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import type { TableOf } from '../lists/index.ts'
import { useConfirmAct } from '../problems/index.ts'
import type { KeysOf } from './api-keys.tsx'
import { type KeyState, stateOf } from './expiry.ts'
import { ALL_SCOPES, groupsOf } from './scope-labels.ts'

/** The maximum length of a name in a dialog title. */
const LONG = 40

/** The columns of the API keys of the account, or of a business. */
export function useKeyList(business: KeysOf | null): TableOf<ApiKey> {
  const { t, i18n } = useLingui()
  const revoke = useRevoke(business?.id ?? null)
  const style = { locale: i18n.locale }
  const date = (at: string) => formatDate(new Date(at), style)
  const line = (phone: 2 | 3 | 4 | 5) => ({ phone, reach: 'over', className: 'max-sm:text-small' }) as const
  return {
    label: t`API keys`,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    columns: [
      {
        ...{ id: 'name', head: t`Name`, width: 'minmax(0,1.3fr)', phone: 1 },
        cell: (key) => <NameCell apiKey={key} business={business} />,
      },
      {
        ...{ id: 'permissions', head: t`Permissions`, width: 'minmax(0,1.5fr)', faint: true, ...line(2) },
        cell: ({ scopes }) => <Permissions scopes={scopes} />,
      },
      {
        ...{ id: 'created', head: t`Created`, width: 'minmax(0,0.8fr)', faint: true, ...line(3) },
        cell: ({ created_at }) => (
          <>
            <span className="sm:hidden">{t`Created`} </span>
            {date(created_at)}
          </>
        ),
      },
      {
        ...{ id: 'expires', head: t`Expires`, width: 'minmax(0,0.9fr)', ...line(4) },
        cell: ({ expires_at }) => (
          <span className={COLORS[stateOf(expires_at)]}>
            <span className="sm:hidden">{t`Expires`}: </span>
            {expires_at ? date(expires_at) : t`Never`}
          </span>
        ),
      },
      {
        ...{ id: 'used', head: t`Last used`, width: 'minmax(0,1.1fr)', faint: true, ...line(5) },
        cell: ({ last_used_at, last_used_address }) => (
          <>
            <span className="sm:hidden">{t`Last used`}: </span>
            {last_used_at ? formatMomentLine(new Date(last_used_at), style) : t`Never`}
            {last_used_at && last_used_address && (
              <span className="block text-small wrap-anywhere max-sm:inline max-sm:ps-1" translate="no">
                {last_used_address}
              </span>
            )}
          </>
        ),
      },
    ],
    ...((business?.mayWrite ?? true) && {
      acts: {
        width: 'minmax(76px,auto)',
        main: (key) => (
          <Button
            variant="danger"
            size={28}
            aria-label={t`Revoke ${key.name}`}
            onClick={() => revoke(key)}
          >{t`Revoke`}</Button>
        ),
      },
    }),
  }
}

const COLORS: Record<KeyState, string> = {
  expired: 'text-bad',
  soon: 'text-warn',
  good: 'text-ink-soft',
  lasting: 'text-ink-soft',
}

function NameCell({ apiKey, business }: { apiKey: ApiKey; business: KeysOf | null }) {
  const { t } = useLingui()
  const { name, prefix, expires_at, created_by } = apiKey
  const state = stateOf(expires_at)
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 pe-2">
        <FileName name={name} strong />
        {state === 'expired' && <Badge tone="bad">{t`Expired`}</Badge>}
        {state === 'soon' && <Badge tone="warn">{t`Soon`}</Badge>}
      </span>
      <span className="mono text-small text-ink-soft" translate="no">
        {prefix}…
      </span>
      {business && <KeyCreator business={business.id} id={created_by} />}
    </>
  )
}

function Permissions({ scopes }: Pick<ApiKey, 'scopes'>) {
  const { t, i18n } = useLingui()
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return t`Full access`
  return groupsOf(scopes)
    .map((group) => `${i18n._(group.name)}: ${group.scopes.map(({ right }) => i18n._(right)).join(', ')}`)
    .join('; ')
}

function KeyCreator({ business, id }: { business: string; id: string | null }) {
  const { t } = useLingui()
  const name = useMemberName(business, id)
  return name ? <span className="block truncate text-small text-ink-soft">{t`by ${name}`}</span> : null
}

function useRevoke(business: string | null) {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const { mutateAsync } = useRevokeApiKey(business)
  return ({ id, name: whole }: ApiKey) => {
    const name = cutMiddle(whole, LONG)
    confirm({
      title: t`Revoke “${name}”?`,
      body: t`Programs that use this key stop working now. This can’t be undone.`,
      keep: t`Keep`,
      act: t`Revoke`,
      verb: t`Revoking`,
      run: () => mutateAsync(id),
    })
  }
}
