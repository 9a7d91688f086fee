import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SigningSession } from '../../../api/signing.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** The settings of a request, and where others verify its result. */
export function SessionDetails({ session }: { session: SigningSession }) {
  const { t, i18n } = useLingui()
  const { created_at, sent_at, ended_at, deadline_at, reminders, show_signatures, fields, id } = session
  const moment = (at: string | null) => (at ? formatDateTime(new Date(at), { locale: i18n.locale }) : '')
  const first =
    reminders && t({ message: plural(reminders.first_after_days, { one: '# day', other: '# days' }) })
  const every =
    reminders && t({ message: plural(reminders.every_days, { one: 'every day', other: 'every # days' }) })
  const facts: Fact[] = [
    { name: t`Created`, value: moment(created_at) },
    { name: t`Sent`, value: moment(sent_at) },
    { name: t`Deadline`, value: deadline_at ? moment(deadline_at) : t`None` },
    { name: t`Ended`, value: moment(ended_at) },
    { name: t`Reminders`, value: reminders ? t`After ${first}, then ${every}` : t`Manual only` },
    { name: t`Later signers see earlier answers`, value: show_signatures ? t`Yes` : t`No` },
    { name: t`Fields`, value: String(fields.length) },
    { name: t`ID`, value: id, mono: true },
  ]
  const verify = new URL(paths.verify(), location.href).href
  return (
    <Panel
      title={t`Details`}
      foot={
        session.result && (
          <>
            <a className="link me-auto" href={paths.verify()} target="_blank" rel="noopener">
              {t`Verify a signed file`}
            </a>
            <CopyButton size={28} text={verify} name={t`Copy verification link`} />
          </>
        )
      }
    >
      <FactList facts={facts} />
    </Panel>
  )
}
