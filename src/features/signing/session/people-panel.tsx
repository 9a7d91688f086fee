import { useLingui } from '@lingui/react/macro'
import type { SigningSession } from '../../../api/signing.ts'
import { Panel } from '../../../ui/panel.tsx'
import { atTheEnd, groupsOf } from '../people/index.ts'
import { Person } from './person.tsx'

/** The recipients by the groups in which they act. */
export function PeoplePanel({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const acting = groupsOf(session.recipients)
  const copies = session.recipients.filter(atTheEnd)
  const many = acting.length > 1
  const groups = [...acting, ...(copies.length > 0 ? [{ number: 0, people: copies }] : [])]
  return (
    <Panel title={t`Recipients`} note={session.recipients.length} flush>
      {groups.map(({ number: group, people }, index) => {
        const place = index + 1
        return (
          <section
            key={group}
            className="border-b border-line last:border-b-0"
            aria-label={group === 0 ? t`Copy` : t`Group ${place}`}
          >
            {(many || group === 0) && (
              <h3 className="border-b border-line bg-canvas px-4 py-1.5 text-small text-ink-soft">
                {group === 0
                  ? t`Receive a copy`
                  : index === 0
                    ? t`First`
                    : t`Group ${place}, after the previous group`}
              </h3>
            )}
            <ul>
              {people.map((one) => (
                <Person key={one.id} session={session} recipient={one} />
              ))}
            </ul>
          </section>
        )
      })}
    </Panel>
  )
}
