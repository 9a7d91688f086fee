import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../api/account.ts'
import { useIdentities, useProviders, useStartLink, useUnlinkIdentity } from '../../api/profile.ts'
import { formatDate } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { keepProvider } from '../../stores/pending-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Problem, ProblemLine, useConfirmAct } from '../problems/index.ts'

type Identity = NonNullable<ReturnType<typeof useIdentities>['data']>['results'][number]
type Provider = NonNullable<ReturnType<typeof useProviders>['data']>['providers'][number]

/** The connected sign-in providers. Empty if the instance has none and none is connected. */
export function ConnectedPanel() {
  const { t } = useLingui()
  const providers = useProviders()
  const identities = useIdentities()
  const linked = identities.data?.results ?? []
  const offered = (providers.data?.providers ?? []).filter(
    ({ provider }) => !linked.some((one) => one.provider === provider),
  )
  if (linked.length === 0 && offered.length === 0 && !identities.error) return null
  return (
    <Panel title={t`Connected sign-ins`} flush>
      {identities.error && !identities.data ? (
        <Problem error={identities.error} onRetry={() => void identities.refetch()} />
      ) : identities.isPending ? (
        <div className="px-4">
          <Skeleton rows={2} />
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {linked.map((identity) => (
            <Linked key={identity.id} identity={identity} />
          ))}
          {offered.map((provider) => (
            <Offered key={provider.provider} provider={provider} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const row = 'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3'

function Linked({ identity }: { identity: Identity }) {
  const { t, i18n } = useLingui()
  const confirm = useConfirmAct()
  const { data: user } = useSession()
  const unlink = useUnlinkIdentity()
  const { label, email, created_at, last_used_at } = identity
  const style = { locale: i18n.locale, ...(user && { timeZone: user.time_zone }) }
  const since = formatDate(new Date(created_at), style)
  const used = last_used_at && formatDate(new Date(last_used_at), style)

  const disconnect = () =>
    confirm({
      title: t`Disconnect ${label}?`,
      body: t`You can no longer sign in with ${label}. Nothing else changes.`,
      keep: t`Keep`,
      act: t`Disconnect`,
      verb: t`Disconnecting`,
      run: () => unlink.mutateAsync(identity.id),
    })
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-48">
        <p>
          <span translate="no" className="font-medium">
            {label}
          </span>
          {email && (
            <span translate="no" className="ms-2 text-ink-soft wrap-anywhere">
              {email}
            </span>
          )}
        </p>
        <p className="text-small text-ink-soft">
          {used ? (
            <Trans>
              Connected {since}, last used {used}
            </Trans>
          ) : (
            <Trans>Connected {since}</Trans>
          )}
        </p>
      </div>
      <Button size={28} onClick={disconnect}>{t`Disconnect`}</Button>
    </li>
  )
}

function Offered({ provider: { provider, label } }: { provider: Provider }) {
  const { t } = useLingui()
  const start = useStartLink()

  const connect = () =>
    start.mutate(provider, {
      onSuccess: ({ authorization_url, state, redirect_uri }) => {
        keepProvider({ provider, state, redirectUri: redirect_uri, purpose: 'link', next: paths.account() })
        location.assign(authorization_url)
      },
    })
  return (
    <li className={row}>
      <div className="min-w-0 flex-1 basis-48">
        <p translate="no" className="font-medium">
          {label}
        </p>
        <p className="text-small text-ink-soft">{t`Not connected`}</p>
        <ProblemLine error={start.error} />
      </div>
      <Button size={28} working={start.isPending} verb={t`Connecting`} onClick={connect}>
        {t`Connect`}
      </Button>
    </li>
  )
}
