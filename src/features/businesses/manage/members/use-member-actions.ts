import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ROLES, type Role } from '../../../../../contract/permissions.ts'
import {
  type BusinessUser,
  useAddMember,
  useRemind,
  useRemoveMember,
  useSetRole,
  useUpdateMember,
} from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { toApiError } from '../../../../api/errors.ts'
import { confirmAct } from '../../../../stores/confirm.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { ROLE_WORDS } from '../../labels/index.ts'

/** The number of concurrent requests. */
const AT_ONCE = 4

/**
 * Runs an action for each; returns those that succeeded, those that failed, and the first error.
 */
async function each<T>(all: readonly T[], act: (one: T) => Promise<unknown>) {
  const left = [...all]
  const done: T[] = []
  const failed: T[] = []
  let error: unknown
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      try {
        await act(one)
        done.push(one)
      } catch (reason) {
        failed.push(one)
        error ??= reason
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { done, failed, error }
}

/** The user's id, which every member has; an invitation has none. */
const idOf = ({ user_id, id }: Pick<BusinessUser, 'user_id' | 'id'>) => user_id ?? id

/** The actions for members, shared by rows and the bulk bar. */
export function useMemberActions({ business_id, name }: Business) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const setRole = useSetRole(business_id).mutateAsync
  const update = useUpdateMember(business_id).mutateAsync
  const remove = useRemoveMember(business_id).mutateAsync
  const add = useAddMember(business_id).mutateAsync
  const remind = useRemind(business_id).mutateAsync

  const say = (text: string, undo?: () => void) => showToast({ text, ...(undo && { undo }) })
  const sayFailed = (text: string, error: unknown) =>
    showToast({ kind: 'error', text: `${text} ${words(toApiError(error))}`.trim() })
  const refused = ({ length: count }: readonly BusinessUser[]) =>
    t({
      message: plural(count, {
        one: '# member couldn’t be changed.',
        other: '# members couldn’t be changed.',
      }),
    })

  /** The result of a conflicting change by another person; null if that isn't the reason. */
  function changedBy({ name, role: seen }: BusinessUser, error: unknown): string | null {
    const { code, problem } = toApiError(error)
    const role = ROLES.find((one) => one === problem?.role)
    if (code !== 'member_changed' || !role) return null
    if (role === seen) return t`${name} is no longer a member. Your change wasn’t saved.`
    const word = i18n._(ROLE_WORDS[role])
    return t`Another person changed the role of ${name} to ${word}. Your change wasn’t saved.`
  }

  function sayRefused(failed: readonly BusinessUser[], error: unknown) {
    const [only] = failed
    if (!only) return
    const changed = failed.length === 1 ? changedBy(only, error) : null
    if (changed) showToast({ kind: 'error', text: changed })
    else sayFailed(refused(failed), error)
  }

  async function changeRole(members: readonly BusinessUser[], role: Role) {
    const changed = members.filter((one) => one.role !== role)
    const word = i18n._(ROLE_WORDS[role])
    const { done, failed, error } = await each(changed, (one) =>
      setRole({ user_id: idOf(one), role, seen: one.role }),
    )
    const back = async () => {
      const { failed, error } = await each(done, (one) =>
        setRole({ user_id: idOf(one), role: one.role, seen: role }),
      )
      sayRefused(
        failed.map((one) => ({ ...one, role })),
        error,
      )
    }
    const [only] = done
    const count = done.length
    if (only && count === 1) say(t`${only.name} is now ${word}.`, () => void back())
    else if (count > 1)
      say(
        t({
          message: plural(count, { one: `# member is now ${word}.`, other: `# members are now ${word}.` }),
        }),
        () => void back(),
      )
    sayRefused(failed, error)
  }

  async function suspend(members: readonly BusinessUser[], status: 'suspended' | 'active') {
    const { done, failed, error } = await each(members, (one) => update({ user_id: idOf(one), status }))
    const count = done.length
    if (count > 0 && status === 'suspended')
      say(
        t({ message: plural(count, { one: '# member suspended.', other: '# members suspended.' }) }),
        () => void suspend(done, 'active'),
      )
    else if (count > 0)
      say(
        t({
          message: plural(count, { one: '# member reactivated.', other: '# members reactivated.' }),
        }),
      )
    sayRefused(failed, error)
  }

  /**
   * Restores a member completely: adding alone would reset a suspension, and exceptions from the
   * role.
   */
  async function addAgain({ role, status, permissions, is_primary_contact, ...one }: BusinessUser) {
    const user_id = idOf(one)
    await add({ user_id, role, is_primary_contact })
    const excepted = Object.keys(permissions).length > 0
    if (status === 'suspended' || excepted)
      await update({
        user_id,
        ...(status === 'suspended' && { status }),
        ...(excepted && { permissions }),
      })
  }

  function removeAll(members: readonly BusinessUser[], then: () => void = () => {}) {
    const count = members.length
    const [only] = members
    const removed: BusinessUser[] = []
    let left = members
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
      body: t`They lose access immediately. Their work stays with the business.`,
      keep: t`Cancel`,
      act: t`Remove`,
      verb: t`Removing`,
      run: async () => {
        const { done, failed, error } = await each(left, (one) => remove(idOf(one)))
        removed.push(...done)
        // A retry only includes the failed ones.
        left = failed
        if (failed.length > 0) return `${refused(failed)} ${words(toApiError(error))}`
        then()
        const back = async () => {
          const { failed, error } = await each(removed, addAgain)
          sayRefused(failed, error)
        }
        say(
          t({ message: plural(count, { one: '# member removed.', other: '# members removed.' }) }),
          removed.every(({ user_id }) => user_id !== null) ? () => void back() : undefined,
        )
        return null
      },
    })
  }

  async function remindAll(members: readonly BusinessUser[]) {
    const { done, failed, error } = await each(members, (one) => remind(idOf(one)))
    const [count, failedCount] = [done.length, failed.length]
    if (count > 0)
      say(t({ message: plural(count, { one: '# member reminded.', other: '# members reminded.' }) }))
    if (failedCount > 0)
      sayFailed(
        t({
          message: plural(failedCount, { one: '# couldn’t be reminded.', other: '# couldn’t be reminded.' }),
        }),
        error,
      )
  }

  const makeContact = (member: BusinessUser) =>
    update({ user_id: idOf(member), is_primary_contact: true }).then(
      () => say(t`${member.name} is now the primary contact.`),
      (error) => sayRefused([member], error),
    )
  return { changeRole, suspend, remove: removeAll, remind: remindAll, makeContact }
}

export type MemberActions = ReturnType<typeof useMemberActions>
