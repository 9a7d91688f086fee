import { useLingui } from '@lingui/react/macro'
import { type ApiKey, useRevokeApiKey } from '../../api/access.ts'
import { toApiError } from '../../api/errors.ts'
import { useMemberName } from '../../api/member-names.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { formatDate, formatMomentLine } from '../../lib/format-date.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { useProblemWords } from '../problems/index.ts'
import type { KeysOf } from './api-keys.tsx'
import { stateOf } from './expiry.ts'
import { ALL_SCOPES, groupsOf } from './scope-labels.ts'

/** As long as a name may be in a question. */
const LONG = 40
const second = 'max-sm:col-start-1 max-sm:text-small'

export function KeyRow({ apiKey, business }: { apiKey: ApiKey; business: KeysOf | null }) {
  const { t, i18n } = useLingui()
  const revoke = useRevoke(business?.id ?? null)
  const mayWrite = business?.mayWrite ?? true
  const { name, prefix, scopes, created_at, expires_at, last_used_at, last_used_address } = apiKey
  const style = { locale: i18n.locale }
  const state = stateOf(expires_at)
  const end = expires_at && formatDate(new Date(expires_at), style)
  const made = formatDate(new Date(created_at), style)
  const used = last_used_at && formatMomentLine(new Date(last_used_at), style)
  return (
    <Row size="settings" className="py-2 max-sm:gap-y-0.5">
      <Cell>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 pe-2">
          <FileName name={name} strong />
          {state === 'expired' && <Badge tone="bad">{t`Expired`}</Badge>}
          {state === 'soon' && <Badge tone="warn">{t`Soon`}</Badge>}
        </span>
        <span className="mono text-small text-ink-soft" translate="no">
          {prefix}…
        </span>
        {business && <KeyCreator business={business.id} id={apiKey.created_by} />}
      </Cell>
      <Cell faint className={second}>
        {ALL_SCOPES.every((scope) => scopes.includes(scope))
          ? t`Full access`
          : groupsOf(scopes)
              .map(
                (group) =>
                  `${i18n._(group.name)}: ${group.scopes.map(({ right }) => i18n._(right)).join(', ')}`,
              )
              .join('; ')}
      </Cell>
      <Cell faint className={second}>
        <span className="sm:hidden">{t`Created`} </span>
        {made}
      </Cell>
      <Cell
        className={`${second} ${state === 'expired' ? 'text-bad' : state === 'soon' ? 'text-warn' : 'text-ink-soft'}`}
      >
        <span className="sm:hidden">{t`Expires`}: </span>
        {end ?? t`Never`}
      </Cell>
      <Cell faint className={second}>
        <span className="sm:hidden">{t`Last used`}: </span>
        {used ? (
          <>
            {used}
            {last_used_address && (
              <span className="block text-small wrap-anywhere max-sm:inline max-sm:ps-1" translate="no">
                {last_used_address}
              </span>
            )}
          </>
        ) : (
          t`Never`
        )}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-start-1">
        {mayWrite && (
          <Button variant="danger" size={28} aria-label={t`Revoke ${name}`} onClick={() => revoke(apiKey)}>
            {t`Revoke`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}

function KeyCreator({ business, id }: { business: string; id: string | null }) {
  const { t } = useLingui()
  const name = useMemberName(business, id)
  return name ? <span className="block truncate text-small text-ink-soft">{t`by ${name}`}</span> : null
}

function useRevoke(business: string | null) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutateAsync } = useRevokeApiKey(business)
  return ({ id, name: whole }: ApiKey) => {
    const name = cutMiddle(whole, LONG)
    confirmAct({
      title: t`Revoke “${name}”?`,
      body: t`Programs that use this key stop working now. This can’t be undone.`,
      keep: t`Keep`,
      act: t`Revoke`,
      verb: t`Revoking`,
      run: async () => {
        try {
          await mutateAsync(id)
          return null
        } catch (error) {
          return words(toApiError(error))
        }
      },
    })
  }
}
