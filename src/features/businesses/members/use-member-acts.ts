import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Role } from '../../../../contract/permissions.ts'
import {
  type BusinessUser,
  useAddMember,
  useRemind,
  useRemoveMember,
  useSetRole,
  useUpdateMember,
} from '../../../api/business-users.ts'
import type { Business } from '../../../api/businesses.ts'
import { toApiError } from '../../../api/errors.ts'
import { confirmAct } from '../../../stores/confirm.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { ROLE_WORDS } from '../../business-words/index.ts'
import { useProblemWords } from '../../problems/index.ts'

/** As many at once as a list of people is worked through with. */
const AT_ONCE = 4

/** Does the same to each; answers with the first reason why one was refused, and how many were. */
async function each<T>(all: readonly T[], act: (one: T) => Promise<unknown>) {
  const left = [...all]
  const failed: unknown[] = []
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      await act(one).catch((error) => failed.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done: all.length - failed.length, failed: failed.length, error: failed[0] }
}

/** The person's id, which every member has; an invitation has none. */
const idOf = ({ user_id, id }: BusinessUser) => user_id ?? id

/** What can be done with members from a row and from the bar alike. */
export function useMemberActs({ business_id, name }: Business) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const setRole = useSetRole(business_id).mutateAsync
  const update = useUpdateMember(business_id).mutateAsync
  const remove = useRemoveMember(business_id).mutateAsync
  const add = useAddMember(business_id).mutateAsync
  const remind = useRemind(business_id).mutateAsync

  const say = (text: string, error?: unknown, undo?: () => void) =>
    showToast(
      error === undefined
        ? { text, ...(undo && { undo }) }
        : { kind: 'error', text: `${text} ${words(toApiError(error))}`.trim() },
    )
  const refused = (count: number) =>
    count === 0
      ? ''
      : t({
          message: plural(count, { one: '# member was not changed.', other: '# members were not changed.' }),
        })

  async function changeRole(members: readonly BusinessUser[], role: Role) {
    const changed = members.filter((one) => one.role !== role)
    const word = i18n._(ROLE_WORDS[role])
    const { done, failed, error } = await each(changed, (one) =>
      setRole({ user_id: idOf(one), role, seen: one.role }),
    )
    const back = () =>
      void each(changed, (one) => setRole({ user_id: idOf(one), role: one.role, seen: role })).then(
        ({ error }) => error !== undefined && say('', error),
      )
    const [only] = changed
    if (failed > 0) say(refused(failed), error)
    else if (only && done === 1) say(t`${only.name} is ${word} now.`, undefined, back)
    else if (done > 1)
      say(
        t({
          message: plural(done, { one: `# member is ${word} now.`, other: `# members are ${word} now.` }),
        }),
        undefined,
        back,
      )
  }

  async function suspend(members: readonly BusinessUser[], status: 'suspended' | 'active') {
    const { done, failed, error } = await each(members, (one) => update({ user_id: idOf(one), status }))
    const back = status === 'suspended' ? () => void suspend(members, 'active') : undefined
    if (failed > 0) say(refused(failed), error)
    else if (status === 'suspended')
      say(
        t({ message: plural(done, { one: '# member is suspended.', other: '# members are suspended.' }) }),
        undefined,
        back,
      )
    else
      say(
        t({
          message: plural(done, { one: '# member is active again.', other: '# members are active again.' }),
        }),
      )
  }

  function removeAll(members: readonly BusinessUser[], then: () => void = () => {}) {
    const count = members.length
    const [only] = members
    confirmAct({
      title:
        only && count === 1
          ? t`Remove ${only.name} from ${name}?`
          : t({
              message: plural(count, {
                one: `Remove # member from ${name}?`,
                other: `Remove # members from ${name}?`,
              }),
            }),
      body: t`They lose access at once. What they made stays with the business.`,
      keep: t`Keep`,
      act: t`Remove`,
      verb: t`Removing`,
      run: async () => {
        const { done, failed, error } = await each(members, (one) => remove(idOf(one)))
        if (failed > 0) return `${refused(failed)} ${words(toApiError(error))}`
        then()
        const back = () =>
          void each(members, (one) => add({ user_id: idOf(one), role: one.role })).then(
            ({ error }) => error !== undefined && say('', error),
          )
        say(
          t({ message: plural(done, { one: '# member was removed.', other: '# members were removed.' }) }),
          undefined,
          members.every(({ user_id }) => user_id !== null) ? back : undefined,
        )
        return null
      },
    })
  }

  async function remindAll(members: readonly BusinessUser[]) {
    const { done, failed, error } = await each(members, (one) => remind(idOf(one)))
    if (failed > 0)
      say(
        t({ message: plural(failed, { one: '# was not reminded.', other: '# were not reminded.' }) }),
        error,
      )
    else
      say(t({ message: plural(done, { one: '# member was reminded.', other: '# members were reminded.' }) }))
  }

  const makeContact = (member: BusinessUser) =>
    update({ user_id: idOf(member), is_primary_contact: true }).then(
      () => say(t`${member.name} is the primary contact now.`),
      (error) => say('', error),
    )
  return { changeRole, suspend, remove: removeAll, remind: remindAll, makeContact }
}

export type MemberActs = ReturnType<typeof useMemberActs>
