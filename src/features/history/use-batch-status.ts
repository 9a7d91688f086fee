import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import type { Status } from '../../ui/status-word.tsx'

/** The state of a batch: running before failed. */
export function useBatchStatus(): (rows: readonly Conversion[]) => { status: Status; word: string } {
  const { t } = useLingui()
  return (rows) => {
    const all = rows.length
    const ended = rows.filter(({ status }) => status !== 'pending').length
    if (ended < all) return { status: 'working', word: t`${ended} of ${all}` }
    const failed = rows.filter(
      ({ status, error }) => status === 'failed' && error?.code !== 'cancelled',
    ).length
    if (failed > 0)
      return {
        status: 'failed',
        word: t({ message: plural(failed, { one: '# failed', other: '# failed' }) }),
      }
    if (rows.every(({ error }) => error?.code === 'cancelled'))
      return { status: 'cancelled', word: t`Cancelled` }
    return { status: 'done', word: t`Completed` }
  }
}
