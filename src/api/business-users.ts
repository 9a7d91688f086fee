import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { BusinessUser, ImportAnswer } from '../../contract/business-users.ts'
import type { Role } from '../../contract/permissions.ts'
import { refreshBusiness } from './businesses.ts'
import { call, type Input } from './client.ts'
import { type ApiError, toApiError } from './errors.ts'
import { q } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { BusinessUser, ImportAnswer, Role }
export type MemberFilters = Omit<
  NonNullable<Input<'listBusinessUsers'>['query']>,
  'page' | 'cursor' | 'page_size' | 'ids'
>

const fromOthers = { staleTime: 0, refetchOnWindowFocus: true } as const

/** The caller's businesses and invitations. Cached, because every page reads them. */
export const useMemberships = (enabled = true) =>
  useQuery({ ...q('listOwnMemberships'), staleTime: 30_000, refetchOnWindowFocus: true, enabled })

export const useMembers = (business_id: string, filters: MemberFilters, enabled = true) =>
  useInfiniteQuery({
    enabled,
    ...scrolled<BusinessUser>(['listBusinessUsers', business_id, filters], (page, signal) =>
      call('listBusinessUsers', { params: { business_id }, query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

interface Invitation {
  email: string
  role: Role
  /** The same for every attempt, so that a lost response does not send it twice. */
  key: string
}

/** Sends the invitations one by one. Returns those that were refused. */
export const useInviteAll = (business_id: string) =>
  useMutation({
    mutationFn: async (invitations: readonly Invitation[]) => {
      const refused: { email: string; error: ApiError }[] = []
      for (const { key, ...body } of invitations)
        await call('inviteBusinessUser', { params: { business_id }, body }, { idempotencyKey: key }).catch(
          (error) => refused.push({ email: body.email, error: toApiError(error) }),
        )
      return refused
    },
    onSuccess: refreshBusiness,
  })

export const useSetRole = (business_id: string) =>
  useMutation({
    mutationFn: ({ user_id, role, seen }: { user_id: string; role: Role; seen: Role }) =>
      call('setBusinessUserRole', {
        params: { business_id, user_id },
        body: { user_id, role, expected_role: seen },
      }),
    // An error can mean that another person changed the list, so it is refetched then too.
    onSettled: refreshBusiness,
  })

export const useUpdateMember = (business_id: string) =>
  useMutation({
    mutationFn: ({ user_id, ...body }: { user_id: string } & Input<'updateBusinessUser'>['body']) =>
      call('updateBusinessUser', { params: { business_id, user_id }, body }),
    onSettled: refreshBusiness,
  })

/**
 * Removes a member, revokes an invitation, or leaves. `id` is the user's, or the membership's
 * without an account.
 */
export const useRemoveMember = (business_id: string) =>
  useMutation({
    mutationFn: (user_id: string) => call('removeBusinessUser', { params: { business_id, user_id } }),
    onSettled: refreshBusiness,
  })

/** Adds a member again who was just removed. */
export const useAddMember = (business_id: string) =>
  useMutation({
    mutationFn: (body: Input<'addBusinessUser'>['body']) =>
      call('addBusinessUser', { params: { business_id }, body }),
    onSettled: refreshBusiness,
  })

export const useResend = (business_id: string) =>
  useMutation({
    mutationFn: (user_id: string) => call('resendInvitation', { params: { business_id, user_id } }),
    // An error can mean that the invitation was answered or revoked meanwhile.
    onSettled: refreshBusiness,
  })

export const useRemind = (business_id: string) =>
  useMutation({
    mutationFn: (user_id: string) => call('remindBusinessUser', { params: { business_id, user_id } }),
  })

/** With `dryRun` nothing is changed: the response says what each line would do. */
export const useImportMembers = (business_id: string) =>
  useMutation({
    mutationFn: ({ file, role, dryRun }: { file: Blob; role: Role; dryRun: boolean }) => {
      const form = new FormData()
      form.append('role', role)
      if (dryRun) form.append('dry_run', 'true')
      form.append('file', file, file instanceof File ? file.name : 'members.csv')
      return call('importBusinessUsers', { params: { business_id } }, { form })
    },
    onSuccess: ({ dry_run }) => {
      if (!dry_run) refreshBusiness()
    },
  })

/**
 * Accepts or declines an invitation to the caller's confirmed e-mail address. `id` is the
 * membership's.
 */
export const useAnswerInvitation = () =>
  useMutation({
    mutationFn: ({ id, accept }: { id: string; accept: boolean }): Promise<unknown> =>
      accept
        ? call('acceptInvitation', { params: { token: id }, body: {} })
        : call('declineInvitation', { params: { token: id } }),
    onSuccess: refreshBusiness,
  })
