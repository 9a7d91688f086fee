import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Steps } from '../../../ui/steps.tsx'

/** So many bars can be told from each other. */
const MOST_BARS = 10

type ProgressProps = { done: number; total: number; next: string | null }

/** How many fields are left, and what comes next: the one count of the page. */
export function Progress({ done, total, next }: ProgressProps) {
  const { t } = useLingui()
  const left = total - done
  const says = t({ message: plural(left, { one: '# field left', other: '# fields left' }) })
  return (
    <div className="flex min-h-10 flex-none items-center justify-between gap-4 border-b border-line-strong bg-surface px-4 text-small">
      {total <= MOST_BARS ? (
        <div className="max-w-[60%]">
          <Steps done={done} total={total} says={says} />
        </div>
      ) : (
        <span className="font-medium">{says}</span>
      )}
      <span className="min-w-0 truncate text-ink-soft">
        {next === null ? <Trans>All fields completed</Trans> : t`Next: ${next}`}
      </span>
    </div>
  )
}
