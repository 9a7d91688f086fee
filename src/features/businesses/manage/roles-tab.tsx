import { useLingui } from '@lingui/react/macro'
import { CheckIcon } from 'lucide-react'
import { Fragment } from 'react'
import { BUSINESS_PERMISSIONS, type Permission, ROLE_TABLE, ROLES } from '../../../../contract/permissions.ts'
import type { Business } from '../../../api/businesses.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ROLE_SENTENCES, ROLE_WORDS } from '../labels/index.ts'
import { AREA_WORDS, PERMISSION_WORDS } from './role-labels.ts'

const areaOf = (permission: Permission) => permission.split(':')[0] as string

/** Permissions in the contract's order, by area. */
const GROUPS = Map.groupBy(BUSINESS_PERMISSIONS, areaOf)

/** The permissions of each role, from the contract. */
export default function RolesTab({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 md:ps-6 md:pe-5">
      <div className="grid max-w-page gap-4">
        <Panel title={t`Roles`} note={t`Members can only manage roles below their own.`} flush>
          <dl className="divide-y divide-line">
            {ROLES.map((role) => (
              <div key={role} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[120px_minmax(0,1fr)]">
                <dt className="flex items-center gap-2 font-medium">
                  {i18n._(ROLE_WORDS[role])}
                  {business.role === role && <Badge tone="accent">{t`You`}</Badge>}
                </dt>
                <dd className="text-ink-soft">{i18n._(ROLE_SENTENCES[role])}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Panel title={t`Permissions`} flush>
          <section
            // Visually hidden text is positioned within it; otherwise it would widen the page.
            className="relative overflow-x-auto focus-visible:focus-inset"
            aria-label={t`Permissions by role`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard has to reach it
            tabIndex={0}
          >
            <table className="w-full min-w-[720px] border-collapse">
              <thead>
                <tr className="border-b border-line-strong text-small text-ink-soft">
                  <th scope="col" className="sticky start-0 z-1 bg-surface px-4 py-2 text-start font-regular">
                    {t`Permission`}
                  </th>
                  {ROLES.map((role) => (
                    <th
                      key={role}
                      scope="col"
                      className={`w-20 px-2 py-2 text-center ${business.role === role ? 'bg-accent-tint font-medium text-ink' : 'font-regular'}`}
                    >
                      {i18n._(ROLE_WORDS[role])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...GROUPS].map(([area, permissions]) => (
                  <Fragment key={area}>
                    <tr className="border-b border-line bg-canvas">
                      <th
                        scope="colgroup"
                        colSpan={ROLES.length + 1}
                        className="px-4 py-1 text-start text-small font-medium text-ink-soft"
                      >
                        <span className="sticky start-4">{AREA_WORDS[area] && i18n._(AREA_WORDS[area])}</span>
                      </th>
                    </tr>
                    {permissions.map((permission) => (
                      <tr key={permission} className="border-b border-line last:border-b-0">
                        <th
                          scope="row"
                          className="sticky start-0 bg-surface px-4 py-1.5 text-start font-regular"
                        >
                          {i18n._(PERMISSION_WORDS[permission])}
                        </th>
                        {ROLES.map((role) => (
                          <td
                            key={role}
                            className={`px-2 text-center ${business.role === role ? 'bg-accent-tint' : ''}`}
                          >
                            {ROLE_TABLE[role].permissions.includes(permission) ? (
                              <>
                                <CheckIcon className="mx-auto size-4 text-ok" aria-hidden="true" />
                                <span className="sr-only">{t`Yes`}</span>
                              </>
                            ) : (
                              <>
                                <span aria-hidden="true" className="text-ink-faint">
                                  –
                                </span>
                                <span className="sr-only">{t`No`}</span>
                              </>
                            )}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </Fragment>
                ))}
              </tbody>
            </table>
          </section>
        </Panel>
      </div>
    </div>
  )
}
