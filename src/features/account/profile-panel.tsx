import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { User } from '../../api/account.ts'
import { useUpdateMe } from '../../api/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { AvatarPart } from './avatar-part.tsx'

import { Offset, timeZoneGroups } from './time-zones.tsx'

type Draft = Partial<Pick<User, 'first_name' | 'last_name' | 'time_zone'>>
const FIELDS = ['first_name', 'last_name', 'time_zone']

/**
 * Names, picture, time zone. The draft is separate from the profile, which may be refetched at any
 * time.
 */
export function ProfilePanel({ user }: { user: User }) {
  const { t } = useLingui()
  const update = useUpdateMe()
  const [draft, setDraft] = useState<Draft>({})
  const [zones] = useState(() => timeZoneGroups(user.time_zone))
  const now = { ...user, ...draft }
  const changed = Object.entries(draft).some(([name, value]) => value !== user[name as keyof Draft])
  const { error } = update

  function submit(event: FormEvent) {
    event.preventDefault()
    update.mutate(draft, {
      onSuccess: () => {
        setDraft({})
        showToast({ text: t`Profile saved.` })
      },
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Panel
        title={t`Profile`}
        foot={
          <>
            {changed && !update.isPending && (
              <Button
                variant="ghost"
                onClick={() => {
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
              disabled={!changed}
              reason={t`No changes to save.`}
            >
              {t`Save`}
            </Button>
          </>
        }
      >
        <AvatarPart user={user} />
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <Field label={t`First name`} error={error?.field('first_name')}>
            <Input
              value={now.first_name}
              onChange={(event) => setDraft({ ...draft, first_name: event.target.value })}
              autoComplete="given-name"
              maxLength={100}
            />
          </Field>
          <Field label={t`Last name`} error={error?.field('last_name')}>
            <Input
              value={now.last_name}
              onChange={(event) => setDraft({ ...draft, last_name: event.target.value })}
              autoComplete="family-name"
              maxLength={100}
            />
          </Field>
          <Field label={t`User name`} help={t`Can’t be changed.`}>
            <Input
              value={user.username}
              readOnly
              autoComplete="username"
              className="bg-sunk"
              translate="no"
            />
          </Field>
          <div translate="no">
            <Field
              label={<span translate="yes">{t`Time zone`}</span>}
              help={<span translate="yes">{t`Used for e-mails and daily totals.`}</span>}
              error={error?.field('time_zone')}
              aside={<Offset zone={now.time_zone} />}
            >
              <Combobox
                label={t`Time zone`}
                groups={zones}
                value={now.time_zone}
                onChange={(time_zone) => setDraft({ ...draft, time_zone })}
              />
            </Field>
          </div>
        </div>
        <p className="mt-4 text-small text-ink-soft">
          <Trans>Language: English, the only one available.</Trans>
        </p>
        <ProblemLine error={error} fields={FIELDS} />
      </Panel>
    </form>
  )
}
