import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FailureSum, useRetryFailures } from '../../api/admin.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { failureWords, useConfirmAct } from '../problems/index.ts'

const COLUMNS = 'minmax(0,1fr) 96px 96px minmax(132px,auto)'
const NARROW = 'minmax(0,1fr) auto'

/**
 * Failed conversions of the last hour by reason. Those that the server caused can be retried
 * together.
 */
export function FailuresPanel({ failures }: { failures: readonly FailureSum[] }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Failed conversions`} note={t`Last hour`} flush>
      {failures.length === 0 ? (
        <p className="p-4 text-ink-soft">{t`No conversion failed in the last hour.`}</p>
      ) : (
        <Table label={t`Failed conversions`} columns={COLUMNS} narrow={NARROW}>
          <TableHead>
            <HeadCell>{t`Reason`}</HeadCell>
            <HeadCell end>{t`Conversions`}</HeadCell>
            <HeadCell end>{t`Accounts`}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t`Actions`}</span>
            </HeadCell>
          </TableHead>
          {failures.map((failure) => (
            <FailureRow key={failure.code} failure={failure} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function FailureRow({ failure }: { failure: FailureSum }) {
  const { t, i18n } = useLingui()
  const confirm = useConfirmAct()
  const retry = useRetryFailures()
  const { code, count, accounts, retryable } = failure
  const reason = i18n._(failureWords(code).short)
  const ask = () =>
    confirm({
      title: t({
        message: plural(retryable, { one: 'Retry # conversion?', other: 'Retry # conversions?' }),
      }),
      body: t`Reason: ${reason}. They run again for their accounts, free of charge.`,
      act: t`Retry all`,
      verb: t`Retrying`,
      run: async () => {
        const { retried, skipped } = await retry.mutateAsync(code)
        const again = t({
          message: plural(retried, { one: '# conversion runs again.', other: '# conversions run again.' }),
        })
        const left = t({
          message: plural(skipped, { one: '# can’t run now.', other: '# can’t run now.' }),
        })
        showToast({ text: skipped > 0 ? `${again} ${left}` : again })
      },
    })
  return (
    <Row size="settings" className="last:border-0 max-sm:py-2">
      <Cell>
        {reason}{' '}
        <span translate="no" className="mono text-small text-ink-soft">
          {code}
        </span>
      </Cell>
      <Cell end>{formatNumber(count, i18n.locale)}</Cell>
      <Cell end className="max-sm:hidden">
        {formatNumber(accounts, i18n.locale)}
      </Cell>
      <Cell end className="max-sm:col-span-2">
        {retryable > 0 && (
          <Button onClick={ask} aria-label={t`Retry all of this kind: ${reason}`}>
            {t`Retry all of this kind`}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
