import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PartStatus, ServiceStatus } from '../../../api/status.ts'
import { formatMoment } from '../../../lib/format-date.ts'
import { formatList } from '../../../lib/format-list.ts'
import { serverText } from '../../../lib/server-text.ts'
import { UpdatedAgo } from './updated-ago.tsx'
import { useStatusLabels } from './use-status-labels.ts'

/** The overall status, its meaning for users, and its age. */
export function Headline({ status, updatedAt }: { status: ServiceStatus; updatedAt: number }) {
  const { title, lead } = useWords(status)
  return (
    <div>
      {/* Announces changes, but not the time next to it. */}
      <div role="status">
        <h1 className="title text-display">{title}</h1>
        <p className="mt-1 max-w-prose text-read text-ink-soft">{lead}</p>
      </div>
      <p className="mt-1 text-small text-ink-soft">
        <UpdatedAgo at={updatedAt} />
      </p>
    </div>
  )
}

type Affected = PartStatus & { state: 'degraded' | 'down' }
const isAffected = (part: PartStatus): part is Affected => part.state === 'degraded' || part.state === 'down'

function useWords({ parts, checked_at }: ServiceStatus): { title: string; lead: string } {
  const { t, i18n } = useLingui()
  const { title, meaning } = useStatusLabels()
  const affected = parts.filter(isAffected)
  const [only] = affected
  if (affected.length > 1) {
    const count = affected.length
    const names = formatList(
      affected.map(({ name }) => serverText(i18n, name)),
      i18n.locale,
    )
    return {
      title: t({ message: plural(count, { one: '# part has problems', other: '# parts have problems' }) }),
      lead: t`Affected: ${names}.`,
    }
  }
  if (only) return { title: title(only.part, only.state), lead: meaning(only) }
  if (checked_at === null)
    return { title: t`No data yet`, lead: t`The first check runs within a minute after a worker starts.` }
  if (parts.every(({ state }) => state === 'ok'))
    return { title: t`All systems operational`, lead: t`No problems were found at the last check.` }
  const time = formatMoment(new Date(checked_at), { locale: i18n.locale })
  return { title: t`Status unknown`, lead: t`Nothing has been checked since ${time}.` }
}
