import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCredits } from '../../api/convert.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Meter } from '../../ui/meter.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Problem } from '../problems/index.ts'

/** What is left, and what running files have set aside. */
export function CreditsPanel() {
  const { t, i18n } = useLingui()
  const { data, error, refetch } = useCredits()
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  const now = formatNumber(data?.remaining ?? 0, i18n.locale)
  const all = formatNumber(data?.granted ?? 0, i18n.locale)
  const held = data?.held ?? 0
  return (
    <Panel>
      {data ? (
        <>
          <h2 className="text-ink-soft">{t`Credits`}</h2>
          <p className="mt-0.5 mb-2">
            <span className="title text-figure">{now}</span>{' '}
            <span className="text-ink-soft">{t`of ${all}`}</span>
          </p>
          <Meter
            label={t`Credits`}
            says={t`${now} of ${all}`}
            percent={data.granted > 0 ? (100 * data.remaining) / data.granted : 0}
            warn={data.remaining <= 0}
            note={
              data.remaining <= 0
                ? t`Nothing is left. Files that are running go on.`
                : held > 0
                  ? t({
                      message: plural(held, {
                        one: '# held by running files',
                        other: '# held by running files',
                      }),
                    })
                  : t`Nothing is held. A file that fails costs nothing.`
            }
          />
        </>
      ) : (
        <Skeleton rows={1} />
      )}
    </Panel>
  )
}
