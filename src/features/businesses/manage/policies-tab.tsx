import { useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { type Business, type BusinessPolicies, useUpdatePolicies } from '../../../api/businesses.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { formDrafts } from '../../../stores/form-drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { ROLE_WORDS } from '../labels/index.ts'
import { focusSubmit } from './focus-submit.ts'
import { BUYERS, type Draft, domainsOf, draftOf, whole } from './policy-draft.ts'
import { can } from './rights.ts'
import { WithoutFactor } from './without-factor.tsx'

const usePolicyDraft = formDrafts<Draft | null>()

/** The requirements of a business for its members. */
export default function PoliciesTab({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const update = useUpdatePolicies(business.business_id)
  const [draft, setDraft] = usePolicyDraft(business.business_id, null)
  const now = draft ?? draftOf(business.policies)
  const set = (patch: Partial<Draft>) => setDraft({ ...now, ...patch })
  const mayWrite = can(business, 'business:write')
  const wrongGrace = now.factor && !whole(now.grace, 0, 90)
  const wrongDays = now.limited && !whole(now.days, 1, 3650)
  const changed = JSON.stringify(now) !== JSON.stringify(draftOf(business.policies))
  const { second_factor } = business.policies
  const from = second_factor.required_from
  const { error } = update
  const domainError = error?.errors.find(({ path }) => path.startsWith('email_domains'))?.message

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wrongGrace || wrongDays) return
    const body: BusinessPolicies = {
      second_factor: {
        required: now.factor,
        grace_days: now.factor ? Number(now.grace) : second_factor.grace_days,
        required_from: from,
      },
      email_domains: domainsOf(now.domains),
      links: { max_days: now.limited ? Number(now.days) : null, password_required: now.password },
      buyers: ['owner', ...now.buyers.filter((role) => role !== 'owner')],
    }
    update.mutate(body, {
      onSuccess: () => {
        setDraft(null)
        showToast({ text: t`Policies saved` })
      },
    })
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PageFrame width="form">
        <form onSubmit={submit} noValidate>
          <fieldset disabled={!mayWrite} className="grid gap-4">
            <Panel title={t`Two-factor`}>
              <div className="grid gap-3">
                <Checkbox checked={now.factor} onChange={(factor) => set({ factor })}>
                  {t`Require two-factor authentication`}
                </Checkbox>
                {now.factor && (
                  <Field
                    label={t`Grace period (days)`}
                    help={
                      second_factor.required && from
                        ? t`Required from ${formatDate(new Date(from), { locale: i18n.locale })}. New members get the same grace period.`
                        : t`After this period, members without two-factor are blocked.`
                    }
                    error={wrongGrace ? t`Enter a whole number from 0 to 90.` : undefined}
                  >
                    <Input
                      className="max-w-24"
                      inputMode="numeric"
                      value={now.grace}
                      onChange={(event) => set({ grace: event.target.value })}
                    />
                  </Field>
                )}
                {now.factor && can(business, 'members:read') && (
                  <WithoutFactor business_id={business.business_id} />
                )}
              </div>
            </Panel>
            <Panel title={t`E-mail domains`}>
              <Field
                label={t`Allowed domains`}
                help={t`One domain per line. Only these addresses can be invited; leave empty to allow any. Current members aren’t affected.`}
                error={domainError}
              >
                <Textarea
                  value={now.domains}
                  onChange={(event) => set({ domains: event.target.value })}
                  placeholder="example.com"
                  rows={2}
                  spellCheck={false}
                  translate="no"
                />
              </Field>
            </Panel>
            <Panel title={t`Share links`} note={t`Applies to new and edited links.`}>
              <div className="grid gap-3">
                <Checkbox checked={now.password} onChange={(password) => set({ password })}>
                  {t`Require a password for share links`}
                </Checkbox>
                <Checkbox checked={now.limited} onChange={(limited) => set({ limited })}>
                  {t`Limit link duration`}
                </Checkbox>
                {now.limited && (
                  <Field
                    label={t`Maximum days`}
                    error={wrongDays ? t`Enter a whole number from 1 to 3,650.` : undefined}
                  >
                    <Input
                      className="max-w-24"
                      inputMode="numeric"
                      value={now.days}
                      onChange={(event) => set({ days: event.target.value })}
                    />
                  </Field>
                )}
              </div>
            </Panel>
            <Panel title={t`Buying credits`} note={t`Owners can always buy.`}>
              <div className="grid gap-2">
                {BUYERS.map((role) => (
                  <Checkbox
                    key={role}
                    checked={now.buyers.includes(role)}
                    onChange={(on) =>
                      set({ buyers: on ? [...now.buyers, role] : now.buyers.filter((one) => one !== role) })
                    }
                  >
                    {i18n._(ROLE_WORDS[role])}
                  </Checkbox>
                ))}
              </div>
            </Panel>
            <ProblemLine error={domainError ? null : error} />
            {mayWrite && (
              <div className="flex flex-wrap justify-end gap-2">
                {changed && !update.isPending && (
                  <Button
                    variant="ghost"
                    onClick={(event) => {
                      focusSubmit(event)
                      setDraft(null)
                      update.reset()
                    }}
                  >{t`Discard`}</Button>
                )}
                <Button
                  type="submit"
                  variant="primary"
                  working={update.isPending}
                  verb={t`Saving`}
                  disabled={!changed}
                  reason={t`No changes to save.`}
                >
                  {t`Save`}
                </Button>
              </div>
            )}
          </fieldset>
        </form>
      </PageFrame>
    </div>
  )
}
