import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { TriangleAlertIcon } from 'lucide-react'
import { useState } from 'react'
import { type Session, useEndSession, useSessions } from '../../../api/access.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { Coming, Problem, useConfirmAct } from '../../problems/index.ts'
import { DEVICE_ICONS } from './device-icon.ts'
import { useWays } from './factor-labels.ts'
import { useEndOthers } from './use-end-others.ts'
import { useWhen } from './use-when.ts'

const COLUMNS = 'minmax(0,2.2fr) minmax(0,1fr) minmax(0,0.9fr) minmax(0,1.25fr) minmax(76px,auto)'
/** On phones: the device with a line of details, and its button. */
const NARROW = 'minmax(0,1fr) auto'

/** The initial number of sessions: programs that sign in create many. */
const FIRST = 8

/** The account's sessions, the current one first. */
export function SessionsPanel() {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useSessions()
  const { others, ask } = useEndOthers()
  const [all, setAll] = useState(false)
  const open = data?.results.length ?? 0
  return (
    <Panel
      title={t`Sessions`}
      note={data && t({ message: plural(open, { one: '# active', other: '# active' }) })}
      flush
      foot={
        !all &&
        open > FIRST && (
          <TextButton onClick={() => setAll(true)}>
            {t({ message: plural(open, { one: 'Show all #', other: 'Show all #' }) })}
          </TextButton>
        )
      }
      actions={
        others > 0 && (
          <Button variant="danger" size={28} onClick={ask}>
            {t({
              message: plural(others, { one: 'Sign out other session', other: 'Sign out # other sessions' }),
            })}
          </Button>
        )
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={2} />
      ) : (
        <Table
          label={t`Sessions`}
          columns={COLUMNS}
          narrow={NARROW}
          className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
        >
          <TableHead>
            <HeadCell>{t`Device`}</HeadCell>
            <HeadCell>{t`IP address`}</HeadCell>
            <HeadCell>{t`Last active`}</HeadCell>
            <HeadCell>{t`Signed in with`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Sign out`}</span>
            </HeadCell>
          </TableHead>
          {(all ? data.results : data.results.slice(0, FIRST)).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui()
  const { lineDay, capital } = useWhen()
  const ways = useWays()
  const confirm = useConfirmAct()
  const { mutateAsync } = useEndSession()
  const { id, name, kind, is_current, address, last_seen_at, methods } = session
  const Icon = DEVICE_ICONS[kind]
  const rare = methods.includes('backup_code')

  const end = () =>
    confirm({
      title: t`Sign out ${name}?`,
      body: t`This session ends now and has to sign in again.`,
      act: t`Sign out`,
      verb: t`Signing out`,
      run: async () => {
        await mutateAsync(id)
      },
    })
  const seen = is_current ? t`Now` : lineDay(last_seen_at)
  const how = capital(ways(methods))
  return (
    <Row size="settings" className="py-1.5">
      <Cell className="flex gap-2">
        <Icon className="mt-0.5 flex-none text-ink-soft" />
        <span className="min-w-0 wrap-anywhere">
          <span className="me-2 font-medium" translate="no">
            {name}
          </span>
          {is_current && <Badge tone="accent">{t`Current`}</Badge>}
          <span className={`block text-small sm:hidden ${rare ? 'text-warn' : 'text-ink-soft'}`}>
            {seen}, <bdi translate="no">{address}</bdi>, {ways(methods)}
          </span>
        </span>
      </Cell>
      <Cell faint className="wrap-anywhere max-sm:hidden" translate="no">
        {address}
      </Cell>
      <Cell faint className="max-sm:hidden">
        {seen}
      </Cell>
      <Cell className={`max-sm:hidden ${rare ? 'text-warn' : 'text-ink-soft'}`}>
        {rare && <TriangleAlertIcon className="me-1.5 inline size-3.5 align-[-2px]" />}
        {how}
      </Cell>
      <Cell end>
        {!is_current && (
          <Button size={28} aria-label={t`Sign out ${name}`} onClick={end}>
            {t`Sign out`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
