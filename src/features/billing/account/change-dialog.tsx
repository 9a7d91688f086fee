import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  type Interval,
  type Money,
  type PlanChange,
  useChangePlan,
  usePlanPreview,
} from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { Coming, ProblemLine, useProblemWords } from '../../problems/index.ts'
import { usePortal } from '../alerts/index.ts'

type ChangeDialogProps = {
  to: { plan: string; interval: Interval }
  name: string
  onClose: () => void
}

/** The price of another plan now and from the next renewal on, line by line, before the change. */
export function ChangeDialog({ to, name, onClose }: ChangeDialogProps) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const preview = usePlanPreview(to)
  const change = useChangePlan()
  const portal = usePortal()
  const { data } = preview
  const due = data && formatMoney(data.due_now, i18n.locale)
  const paysNow = data !== undefined && data.due_now.amount > 0
  const failure = change.error && toApiError(change.error)
  const submit = () =>
    change.mutate(to, {
      onSuccess: ({ at }) => {
        const day = formatDate(new Date(at), { locale: i18n.locale })
        showToast({
          text: new Date(at) <= new Date() ? t`You’re now on ${name}` : t`${name} starts on ${day}`,
        })
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Change to ${name}`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          {failure?.code === 'payment_declined' && (
            <Button working={portal.isWorking} verb={t`Opening`} onClick={portal.open}>
              {t`Use a different card`}
            </Button>
          )}
          <Button
            variant="primary"
            disabled={!data}
            working={change.isPending}
            verb={paysNow ? t`Paying` : t`Changing`}
            onClick={submit}
          >
            {paysNow ? t`Pay ${due} and change` : t`Change plan`}
          </Button>
        </>
      }
    >
      {data ? (
        <Preview change={data} />
      ) : preview.error ? (
        <p role="alert" className="text-bad">
          {words(toApiError(preview.error))}
        </p>
      ) : (
        <Coming paused={preview.isPaused} rows={4} />
      )}
      <ProblemLine error={failure} />
    </Dialog>
  )
}

function Preview({ change }: { change: PlanChange }) {
  const { t, i18n } = useLingui()
  const money = (of: Money) => formatMoney(of, i18n.locale)
  const day = formatDate(new Date(change.at), { locale: i18n.locale })
  const isNow = new Date(change.at) <= new Date()
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">
        {isNow
          ? t`The plan starts now. The unused part of your paid period is credited.`
          : t`The plan starts on ${day}, when your paid period ends. Nothing changes until then.`}
      </p>
      <dl className="grid gap-1.5">
        {change.lines.map(({ name, amount }) => (
          <Line key={name} name={name} value={money(amount)} />
        ))}
        <Line name={t`Due now`} value={money(change.due_now)} isSum />
        <Line name={t`Per renewal`} value={money(change.next)} />
      </dl>
      {change.credits_now > 0 && (
        <p>
          {t({
            message: plural(change.credits_now, {
              one: '# credit is added now.',
              other: '# credits are added now.',
            }),
          })}
        </p>
      )}
      {change.exceeded.map(({ limit, now, allowed }) => (
        <p key={limit} className="text-warn">
          {limit === 'storage_bytes'
            ? t`You store ${formatBytes(now, i18n.locale)} and the plan includes ${formatBytes(allowed, i18n.locale)}. Nothing is deleted, but you can’t add files until you’re within the limit.`
            : t`The business has ${formatNumber(now, i18n.locale)} members and the plan includes ${formatNumber(allowed, i18n.locale)}. Nobody is removed, but you can’t add members until you’re within the limit.`}
        </p>
      ))}
    </div>
  )
}

function Line({ name, value, isSum }: { name: string; value: string; isSum?: boolean }) {
  return (
    <div
      className={
        isSum
          ? 'flex justify-between gap-4 border-t border-line pt-1.5 font-medium'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={isSum ? undefined : 'text-ink-soft'}>{name}</dt>
      <dd className="flex-none">{value}</dd>
    </div>
  )
}
