import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type BillingSettings,
  type Pack,
  useBillingSettings,
  usePlan,
  usePricing,
  useUpdateBillingSettings,
} from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { Coming, Problem, ProblemLine } from '../../problems/index.ts'
import { brandName, usePortal } from '../alerts/index.ts'
import { changeOf, type Draft, draftOf, problemsOf } from './settings-draft.ts'

/** Alerts, the spend limit and automatic top-up. */
export default function SettingsTab() {
  const settings = useBillingSettings()
  const pricing = usePricing()
  if (settings.data && pricing.data) return <Settings settings={settings.data} packs={pricing.data.packs} />
  const failed = [settings, pricing].find(({ data, error }) => error && !data)
  return (
    <PageFrame width="form">
      {failed ? (
        <Problem
          error={failed.error}
          onRetry={() => {
            void settings.refetch()
            void pricing.refetch()
          }}
        />
      ) : (
        <Coming paused={settings.isPaused} rows={6} />
      )}
    </PageFrame>
  )
}

function Settings({ settings, packs }: { settings: BillingSettings; packs: readonly Pack[] }) {
  const { t, i18n } = useLingui()
  const mayWrite = useMay()('billing:write')
  const update = useUpdateBillingSettings()
  const [draft, setDraft] = useState<Draft | null>(null)
  const now = draft ?? draftOf(settings, packs)
  const problems = problemsOf(now)
  const set = (patch: Partial<Draft>) => {
    setDraft({ ...now, ...patch })
    update.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.values(problems).some(Boolean) || update.isPending) return
    update.mutate(changeOf(now), {
      onSuccess: () => {
        setDraft(null)
        showToast({ text: t`Settings saved` })
      },
    })
  }
  const bad = t`Enter a whole number from 1 to 1,000,000,000.`
  const spent = formatNumber(settings.spent, i18n.locale)
  const number = (name: 'lowBalance' | 'spendLimit' | 'topUpBelow' | 'topUpMax') => ({
    type: 'number',
    inputMode: 'numeric' as const,
    min: 1,
    className: 'max-w-40',
    value: now[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  })
  return (
    <PageFrame width="form">
      <form onSubmit={submit}>
        <fieldset disabled={!mayWrite} className="grid gap-4">
          <Panel title={t`Alerts and limit`}>
            <div className="grid gap-4">
              <Switchable
                checked={now.hasLowBalance}
                onChange={(hasLowBalance) => set({ hasLowBalance })}
                label={t`E-mail me when credits run low`}
              >
                <Field label={t`When credits fall below`} {...(problems.lowBalance && { error: bad })}>
                  <Input {...number('lowBalance')} />
                </Field>
              </Switchable>
              <Switchable
                checked={now.hasSpendLimit}
                onChange={(hasSpendLimit) => set({ hasSpendLimit })}
                label={t`Set a monthly spend limit`}
              >
                <div className="grid gap-3">
                  <Field
                    label={t`Credits per month`}
                    help={t`${spent} credits spent this month. Months start at 0:00 UTC.`}
                    {...(problems.spendLimit && { error: bad })}
                  >
                    <Input {...number('spendLimit')} />
                  </Field>
                  <RadioGroup
                    legend={t`When the limit is reached`}
                    options={[
                      {
                        value: 'notify',
                        label: t`Notify, keep working`,
                        note: t`We’ll e-mail you at 80% and at the limit.`,
                      },
                      {
                        value: 'refuse',
                        label: t`Refuse new work`,
                        note: t`Running files finish. New files are refused until the month ends.`,
                      },
                    ]}
                    value={now.action}
                    onChange={(action) => set({ action })}
                  />
                </div>
              </Switchable>
            </div>
          </Panel>
          <Panel title={t`Automatic top-up`}>
            <Switchable
              checked={now.topUp}
              onChange={(topUp) => set({ topUp })}
              label={t`Buy a pack when credits run low`}
            >
              <div className="grid gap-3">
                <Field label={t`When credits fall below`} {...(problems.topUpBelow && { error: bad })}>
                  <Input {...number('topUpBelow')} />
                </Field>
                <Field label={t`Pack`} {...(problems.topUpPack && { error: t`Choose a pack.` })}>
                  <Select
                    options={packs.map(({ code, credits, price }) => ({
                      value: code,
                      label: t`${formatNumber(credits, i18n.locale)} credits`,
                      note: formatMoney(price, i18n.locale),
                    }))}
                    value={now.topUpPack}
                    onChange={(topUpPack) => set({ topUpPack })}
                    className="max-w-64"
                  />
                </Field>
                <Field
                  label={t`Maximum packs per month`}
                  help={t`${settings.top_up.bought} bought this month. Top-up stops when a card is declined.`}
                  {...(problems.topUpMax && { error: t`Enter a whole number from 1 to 50.` })}
                >
                  <Input {...number('topUpMax')} max={50} />
                </Field>
              </div>
            </Switchable>
            {settings.top_up.stopped && (
              <p className="mt-3 text-bad">
                {t`Automatic top-up stopped: ${settings.top_up.stopped} Save to restart it.`}
              </p>
            )}
          </Panel>
          {mayWrite && (
            <p className="flex gap-2">
              <Button
                type="submit"
                variant="primary"
                disabled={!draft}
                working={update.isPending}
                verb={t`Saving`}
              >
                {t`Save`}
              </Button>
              {draft && <Button onClick={() => setDraft(null)}>{t`Discard changes`}</Button>}
            </p>
          )}
        </fieldset>
        <ProblemLine error={update.error && toApiError(update.error)} />
      </form>
      {mayWrite && <CardPanel />}
    </PageFrame>
  )
}

type SwitchableProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  children: ReactNode
}

/** A setting that is off, or has values. */
function Switchable({ checked, onChange, label, children }: SwitchableProps) {
  return (
    <div>
      <Checkbox checked={checked} onChange={onChange}>
        {label}
      </Checkbox>
      {checked && <div className="ms-6.5 mt-2">{children}</div>}
    </div>
  )
}

/** The payment provider stores the card and the address: they are changed there. */
function CardPanel() {
  const { t } = useLingui()
  const { data } = usePlan()
  const portal = usePortal()
  const card = data?.payment_method
  return (
    <Panel title={t`Payment method and address`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {card ? (
            <span translate="no">
              {brandName(card.brand)} {card.last4}
            </span>
          ) : (
            <span className="text-ink-soft">{t`Cards are stored by the payment provider.`}</span>
          )}
          <span className="block text-small text-ink-soft">
            {t`You change cards, billing address and tax ID on the provider’s page.`}
          </span>
        </p>
        <Button working={portal.isWorking} verb={t`Opening`} onClick={portal.open}>
          {t`Edit payment details`}
        </Button>
      </div>
    </Panel>
  )
}
