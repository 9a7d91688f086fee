import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useMemo } from 'react'
import { type Business, useUpdateBusiness } from '../../../../api/businesses.ts'
import { formDrafts } from '../../../../stores/form-drafts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Combobox } from '../../../../ui/combobox.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { focusSubmit } from '../focus-submit.ts'
import { can } from '../rights.ts'
import { countriesOf, countryName } from './countries.ts'
import { FIELDS, type FieldName, isIdentity, useFieldLabels } from './fields.ts'

type Draft = Partial<Record<FieldName, string>>

const useProfileDraft = formDrafts<Draft>()
const NOTHING: Draft = {}

/**
 * The draft is separate from the profile, which may be refetched at any time, and survives tab
 * switches.
 */
export function ProfileForm({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const update = useUpdateBusiness(business.business_id)
  const labels = useFieldLabels()
  const [draft, setDraft] = useProfileDraft(business.business_id, NOTHING)
  const countries = useMemo(() => countriesOf(i18n.locale), [i18n.locale])
  const changed = Object.entries(draft).filter(([name, value]) => value !== business[name as FieldName])
  const mayWrite = can(business, 'business:write')
  const fixed = ['submitted', 'in_review', 'verified'].includes(business.verification_status)
  const { error } = update
  const unnamed = draft.name?.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (unnamed) return
    update.mutate(Object.fromEntries(changed), {
      onSuccess: () => {
        setDraft({})
        showToast({ text: t`Profile saved` })
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Panel
        title={t`Profile`}
        foot={
          mayWrite && (
            <>
              {changed.length > 0 && !update.isPending && (
                <Button
                  variant="ghost"
                  onClick={(event) => {
                    focusSubmit(event)
                    setDraft({})
                    update.reset()
                  }}
                >{t`Discard`}</Button>
              )}
              <Button
                type="submit"
                variant="primary"
                working={update.isPending}
                verb={t`Saving`}
                disabled={changed.length === 0}
                reason={t`No changes to save.`}
              >
                {t`Save`}
              </Button>
            </>
          )
        }
      >
        {fixed && (
          <p className="mb-4 text-small text-ink-soft">
            {business.verification_status === 'verified'
              ? t`Verified legal name, numbers and address can’t be edited. Contact the administrator to change them.`
              : t`You can’t change legal name, numbers and address during the review.`}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, wide, max, autoComplete, type, long }) => {
            const readOnly = !mayWrite || (fixed && isIdentity(name))
            const value = draft[name] ?? business[name]
            const set = (next: string) => setDraft({ ...draft, [name]: next })
            const shared = { value, readOnly, maxLength: max, className: readOnly ? 'bg-sunk' : '' }
            return (
              <div key={name} className={wide ? 'sm:col-span-2' : undefined}>
                <Field
                  label={labels[name]}
                  error={name === 'name' && unnamed ? t`Enter a name.` : error?.field(name)}
                >
                  {name === 'country' && !readOnly ? (
                    <Combobox label={labels.country} groups={countries} value={value} onChange={set} />
                  ) : long ? (
                    <Textarea {...shared} onChange={(event) => set(event.target.value)} />
                  ) : (
                    <Input
                      {...shared}
                      {...(name === 'country' && { value: countryName(value, i18n.locale) })}
                      type={type}
                      autoComplete={autoComplete}
                      onChange={(event) => set(event.target.value)}
                    />
                  )}
                </Field>
              </div>
            )
          })}
        </div>
        <ProblemLine error={error} fields={FIELDS.map(({ name }) => name)} />
      </Panel>
    </form>
  )
}
