import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BanIcon, BellRingIcon, UserCogIcon, UserMinusIcon } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '../../../../../contract/permissions.ts'
import type { BusinessUser } from '../../../../api/business-users.ts'
import type { BulkAction } from '../../../../ui/bulk-bar.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { RadioGroup } from '../../../../ui/radio-group.tsx'
import { ROLE_SENTENCES, ROLE_WORDS } from '../../labels/index.ts'
import type { MemberActions } from './use-member-actions.ts'

/** Actions for all selected members, and the dialog for their new role. */
export function useMemberBulk(roles: readonly Role[], acts: MemberActions) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly BusinessUser[] | null>(null)
  const close = () => setChosen(null)
  const bulk = (members: readonly BusinessUser[], clear: () => void): BulkAction[] => {
    const count = members.length
    const without = members.filter(
      ({ has_second_factor, second_factor_due }) => second_factor_due && has_second_factor === false,
    )
    const active = members.filter(({ status }) => status === 'active')
    return [
      ...(without.length > 0
        ? [
            {
              label: t({
                message: plural(without.length, {
                  one: 'Remind # to set up two-factor',
                  other: 'Remind # to set up two-factor',
                }),
              }),
              icon: BellRingIcon,
              main: true,
              onClick: () => void acts.remind(without),
            },
          ]
        : []),
      { label: t`Change role of ${count}`, icon: UserCogIcon, onClick: () => setChosen(members) },
      ...(active.length > 0
        ? [
            {
              label: t`Suspend ${active.length}`,
              icon: BanIcon,
              onClick: () => void acts.suspend(active, 'suspended'),
            },
          ]
        : []),
      {
        label: t`Remove ${count}`,
        icon: UserMinusIcon,
        hotkey: 'Del',
        onClick: () => acts.remove(members, clear),
      },
    ]
  }
  const dialog = chosen && (
    <RoleDialog
      count={chosen.length}
      roles={roles}
      onClose={close}
      onChoose={(role) => {
        close()
        void acts.changeRole(chosen, role)
      }}
    />
  )
  return { bulk, dialog }
}

type RoleDialogProps = {
  count: number
  roles: readonly Role[]
  onClose: () => void
  onChoose: (role: Role) => void
}

function RoleDialog({ count, roles, onClose, onChoose }: RoleDialogProps) {
  const { t, i18n } = useLingui()
  const [role, setRole] = useState<Role | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t({ message: plural(count, { one: 'Role of # member', other: 'Role of # members' }) })}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant="primary"
            disabled={role === null}
            reason={t`Choose a role.`}
            onClick={() => role && onChoose(role)}
          >
            {t`Change role`}
          </Button>
        </>
      }
    >
      <RadioGroup
        legend={t`New role`}
        options={roles.map((value) => ({
          value,
          label: i18n._(ROLE_WORDS[value]),
          note: i18n._(ROLE_SENTENCES[value]),
        }))}
        value={role}
        onChange={setRole}
      />
    </Dialog>
  )
}
