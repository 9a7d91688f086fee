import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { TriangleAlertIcon } from 'lucide-react'
import { type Session, useEndSession, useSessions } from '../../api/access.ts'
import { toApiError } from '../../api/errors.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { Problem, useProblemWords } from '../problems/index.ts'
import { DEVICE_ICONS } from './device-icon.ts'
import { useWays } from './factor-words.ts'
import { useEndOthers } from './use-end-others.ts'
import { useWhen } from './use-when.ts'

const COLUMNS = 'minmax(0,1.5fr) minmax(0,1fr) minmax(0,0.9fr) minmax(0,1.1fr) minmax(76px,auto)'
/** On a phone: the device and its button, and under it what is known. */
const NARROW = 'auto auto minmax(0,1fr) auto'

/** Where somebody is signed in to the account, this session first. */
export function SessionsPanel() {
  const { t } = useLingui()
  const { data, error, refetch } = useSessions()
  const { others, ask } = useEndOthers()
  const open = data?.results.length ?? 0
  return (
    <Panel
      title={t`Sessions`}
      note={data && t({ message: plural(open, { one: '# open', other: '# open' }) })}
      flush
      actions={
        others > 0 && (
          <Button look="danger" size={28} onClick={ask}>
            {t({ message: plural(others, { one: 'Sign out the other', other: 'Sign out the # others' }) })}
          </Button>
        )
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="px-4">
          <Skeleton rows={2} />
        </div>
      ) : (
        <Table
          label={t`Sessions`}
          columns={COLUMNS}
          narrow={NARROW}
          className="overflow-hidden rounded-b-sheet [&>*:last-child]:border-b-0"
        >
          <TableHead>
            <HeadCell>{t`Device`}</HeadCell>
            <HeadCell>{t`Address`}</HeadCell>
            <HeadCell>{t`Last seen`}</HeadCell>
            <HeadCell>{t`Signed in with`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Sign out`}</span>
            </HeadCell>
          </TableHead>
          {data.results.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

const second = 'text-ink-soft max-sm:text-small'

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui()
  const { lineMoment } = useWhen()
  const ways = useWays()
  const words = useProblemWords()
  const { mutateAsync } = useEndSession()
  const { id, name, kind, is_current, address, last_seen_at, methods } = session
  const Icon = DEVICE_ICONS[kind]
  const rare = methods.includes('backup_code')

  const end = () =>
    confirmAct({
      title: t`Sign out ${name}?`,
      body: t`The session ends at once, and whoever has it open has to sign in again.`,
      keep: t`Cancel`,
      act: t`Sign out`,
      verb: t`Signing out`,
      run: async () => {
        try {
          await mutateAsync(id)
          return null
        } catch (error) {
          return words(toApiError(error))
        }
      },
    })
  return (
    <Row size="settings" className="py-1.5 max-sm:gap-y-0.5">
      <Cell className="flex items-center gap-2 max-sm:col-span-3">
        <Icon className="flex-none text-ink-soft" />
        <span className="min-w-0 font-medium wrap-anywhere">
          <span translate="no">{name}</span> {is_current && <Badge tone="accent">{t`This one`}</Badge>}
        </span>
      </Cell>
      <Cell className={`${second} wrap-anywhere max-sm:row-start-2 max-sm:ps-6`} translate="no">
        {address}
      </Cell>
      <Cell className={`${second} max-sm:row-start-2`}>{is_current ? t`Now` : lineMoment(last_seen_at)}</Cell>
      <Cell className={`max-sm:row-start-2 ${rare ? 'text-warn max-sm:text-small' : second}`}>
        {rare && <TriangleAlertIcon className="me-1.5 inline size-3.5 align-[-2px]" />}
        {ways(methods)}
      </Cell>
      <Cell end className="max-sm:row-span-2 max-sm:row-start-1">
        {!is_current && (
          <Button size={28} aria-label={t`Sign out ${name}`} onClick={end}>
            {t`Sign out`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
