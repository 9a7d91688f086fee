import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { BusinessEvent } from '../../contract/business-events.ts'
import type { Business, BusinessDocument, BusinessPolicies } from '../../contract/businesses.ts'
import { call, type Input, urlOf } from './client.ts'
import { fromOthers, polled } from './polling.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type { Business, BusinessDocument, BusinessEvent, BusinessPolicies }
export type BusinessFilters = Omit<
  NonNullable<Input<'listBusinesses'>['query']>,
  'page' | 'cursor' | 'page_size'
>
export type AuditFilters = Omit<
  NonNullable<Input<'listBusinessEvents'>['query']>,
  'page' | 'cursor' | 'page_size' | 'sort_by' | 'sort_dir'
>

/** All businesses of the instance, for its administrators. */
export const useBusinesses = (filters: BusinessFilters) =>
  useInfiniteQuery({
    ...scrolled<Business>(['listBusinesses', 'scroll', filters], (page, signal) =>
      call('listBusinesses', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

const businessKey = (business_id: string) => keyOf('getBusiness', { params: { business_id } })

export const useBusiness = (business_id: string) =>
  useQuery({
    ...q('getBusiness', { params: { business_id } }),
    ...polled<Business>((business) => business?.documents?.some(isCounted) === true && 2000),
  })

/**
 * Whether the pages of a document that has just arrived are still to be counted. A damaged file
 * never says, so it is asked for a minute, and not at all where the clocks are further apart than
 * that.
 */
const isCounted = ({ format, pages, uploaded_at }: BusinessDocument) =>
  format === 'pdf' && pages === null && Math.abs(Date.now() - Date.parse(uploaded_at)) < 60_000

/** The business as the service has just given it; what others say of it has changed with it. */
function keep(business: Business): void {
  queryClient.setQueryData(businessKey(business.business_id), business)
  refreshBusiness()
}

/**
 * A refusal may say that another person was faster: then the page is to show what the business is
 * now.
 */
const change = { onSuccess: keep, onError: refreshBusiness }

/** Everything that shows a part of a business. */
export function refreshBusiness(): void {
  for (const name of [
    'getBusiness',
    'listBusinesses',
    'listOwnMemberships',
    'listBusinessUsers',
    'listBusinessEvents',
  ] as const)
    void invalidate(name)
}

/** The key is the same for every attempt, so that a lost answer does not make a second business. */
export const useCreateBusiness = () =>
  useMutation({
    mutationFn: ({ body, key }: { body: Input<'createBusiness'>['body']; key: string }) =>
      call('createBusiness', { body }, { idempotencyKey: key }),
    onSuccess: async (business) => {
      keep(business)
      await invalidate('listOwnMemberships')
    },
  })

export const useUpdateBusiness = (business_id: string) =>
  useMutation({
    mutationFn: (body: Input<'updateBusiness'>['body']) =>
      call('updateBusiness', { params: { business_id }, body }),
    ...change,
  })

export const useUpdatePolicies = (business_id: string) =>
  useMutation({
    mutationFn: (body: BusinessPolicies) => call('updatePolicies', { params: { business_id }, body }),
    ...change,
  })

export const useCloseBusiness = (business_id: string) =>
  useMutation({
    mutationFn: (reason: string) =>
      call('closeBusiness', { params: { business_id }, body: reason ? { reason } : {} }),
    ...change,
  })

export const useTransferBusiness = (business_id: string) =>
  useMutation({
    mutationFn: (user_id: string) => call('transferBusiness', { params: { business_id }, body: { user_id } }),
    ...change,
  })

export const useAddDocument = (business_id: string) =>
  useMutation({
    mutationFn: ({ kind, file }: { kind: BusinessDocument['kind']; file: File }) => {
      const form = new FormData()
      form.append('kind', kind)
      form.append('file', file)
      return call('addBusinessDocument', { params: { business_id } }, { form })
    },
    onSettled: () => invalidate('getBusiness'),
  })

export const useRemoveDocument = (business_id: string) =>
  useMutation({
    mutationFn: (document_id: string) =>
      call('removeBusinessDocument', { params: { business_id, document_id } }),
    onSettled: () => invalidate('getBusiness'),
  })

export const documentUrl = (business_id: string, document_id: string): string =>
  urlOf('getBusinessDocument', { params: { business_id, document_id } })

export const useSubmitVerification = (business_id: string) =>
  useMutation({
    mutationFn: () => call('submitVerification', { params: { business_id }, body: { documents: [] } }),
    ...change,
  })

export const useAuditLog = (business_id: string, filters: AuditFilters) =>
  useInfiniteQuery({
    ...scrolled<BusinessEvent>(['listBusinessEvents', business_id, filters], (page, signal) =>
      call('listBusinessEvents', { params: { business_id }, query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
  })

export const auditExportUrl = (business_id: string, filters: AuditFilters): string =>
  urlOf('exportBusinessEvents', { params: { business_id }, query: filters })

// What only an administrator of the instance does.

export const useStartReview = (business_id: string) =>
  useMutation({
    mutationFn: () => call('startReview', { params: { business_id } }),
    ...change,
  })

export const useReview = (business_id: string) =>
  useMutation({
    mutationFn: (body: Input<'reviewVerification'>['body']) =>
      call('reviewVerification', { params: { business_id }, body }),
    ...change,
  })

/**
 * Without a review: an administrator opens a verification again, say, so that its details can be
 * changed.
 */
export const useVerify = (business_id: string) =>
  useMutation({
    mutationFn: (body: { is_verified: boolean; reason: string }) =>
      call('verifyBusiness', { params: { business_id }, body }),
    ...change,
  })

export const useSetStatus = (business_id: string) =>
  useMutation({
    mutationFn: ({ status, reason }: { status: Business['status']; reason: string }) =>
      call('setBusinessStatus', { params: { business_id }, query: { status, ...(reason && { reason }) } }),
    ...change,
  })
