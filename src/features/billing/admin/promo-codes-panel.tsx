import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type PromoCode, usePromoCodes, useRetirePromoCode } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { Coming, Problem, useProblemWords } from '../../problems/index.ts'
import { PromoDialog } from './promo-dialog.tsx'

/** Promo codes for credits or discounts, newest first. */
export function PromoCodesPanel() {
  const { t } = useLingui()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch, isPaused } = usePromoCodes()
  return (
    <Panel
      title={t`Promo codes`}
      actions={
        <Button size={28} onClick={() => setCreating(true)}>
          {t`Create code`}
        </Button>
      }
      flush
    >
      {data ? (
        data.results.length > 0 ? (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {data.results.map((code) => (
              <CodeRow key={code.promo_id} code={code} />
            ))}
          </ul>
        ) : (
          <p className="p-4 text-ink-soft">{t`No codes yet.`}</p>
        )
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Coming paused={isPaused} rows={3} />
      )}
      {isCreating && <PromoDialog onClose={() => setCreating(false)} />}
    </Panel>
  )
}

function CodeRow({ code: promo }: { code: PromoCode }) {
  const { t, i18n } = useLingui()
  const retire = useRetirePromoCode()
  const words = useProblemWords()
  const { code, credits, percent, used, total_limit, ends_at, retired_at, promo_id } = promo
  const all = total_limit === null ? null : formatNumber(total_limit, i18n.locale)
  const ends = ends_at && formatDate(new Date(ends_at), { locale: i18n.locale })
  const share = percent === null ? '' : formatNumber(percent, i18n.locale)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="mono block truncate" translate="no">
          {code}
        </span>
        <span className="block text-small text-ink-soft">
          {[
            credits === null
              ? t`${share}% discount`
              : t({ message: plural(credits, { one: '# credit', other: '# credits' }) }),
            all === null
              ? t({ message: plural(used, { one: 'used # time', other: 'used # times' }) })
              : t({
                  message: plural(used, { one: `used # of ${all} times`, other: `used # of ${all} times` }),
                }),
            ends && t`expires ${ends}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {retired_at ? (
        <Badge>{t`Retired`}</Badge>
      ) : (
        <Button
          size={24}
          working={retire.isPending}
          verb={t`Retiring`}
          aria-label={t`Retire ${code}`}
          onClick={() =>
            retire.mutate(promo_id, {
              onError: (error) => void showToast({ kind: 'error', text: words(toApiError(error)) }),
            })
          }
        >
          {t`Retire`}
        </Button>
      )}
    </li>
  )
}
