import { useLingui } from '@lingui/react/macro'
import type { Role } from '../../../../../contract/permissions.ts'
import { Select } from '../../../../ui/select.tsx'
import { ROLE_SENTENCES, ROLE_WORDS } from '../../labels/index.ts'

type RoleSelectProps = { roles: readonly Role[]; value: Role; onChange: (role: Role) => void }

/** A select of roles, each with its description. */
export function RoleSelect({ roles, value, onChange }: RoleSelectProps) {
  const { i18n } = useLingui()
  return (
    <Select
      options={roles.map((role) => ({
        value: role,
        label: i18n._(ROLE_WORDS[role]),
        note: i18n._(ROLE_SENTENCES[role]),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
