import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SigningSession } from '../../api/signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Panel } from '../../ui/panel.tsx'

/** How it was set up, and where others check what came of it. */
export function SessionFacts({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const { created_at, sent_at, ended_at, deadline_at, reminders, show_signatures, fields, id } = session
  const moment = (at: string | null) => (at ? formatDateTime(new Date(at), { locale: i18n.locale }) : '')
  const days = (count: number) => t({ message: plural(count, { one: 'a day', other: '# days' }) })
  const first = reminders && days(reminders.first_after_days)
  const every = reminders && days(reminders.every_days)
  const facts: Fact[] = [
    { name: t`Made`, value: moment(created_at) },
    { name: t`Sent`, value: moment(sent_at) },
    { name: t`Deadline`, value: deadline_at ? moment(deadline_at) : t`None` },
    { name: t`Ended`, value: moment(ended_at) },
    { name: t`Reminders`, value: reminders ? t`After ${first}, then every ${every}` : t`By hand only` },
    { name: t`Later ones see what is filled in`, value: show_signatures ? t`Yes` : t`No` },
    { name: t`Fields`, value: String(fields.length) },
    { name: t`Id`, value: id, mono: true },
  ]
  const verify = new URL(paths.verify(), location.href).href
  return (
    <Panel
      title={t`Facts`}
      foot={
        session.result && (
          <>
            <a className="link me-auto" href={paths.verify()} target="_blank" rel="noopener">
              {t`Check a signed file`}
            </a>
            <CopyButton size={28} text={verify} name={t`Copy the address where anybody can check it`} />
          </>
        )
      }
    >
      <FactList facts={facts} />
    </Panel>
  )
}
