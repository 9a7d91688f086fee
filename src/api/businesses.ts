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
 * Whether a new document's pages are still being counted. Damaged files never get a count, so
 * polling ends after a minute; clock differences above that prevent it.
 */
const isCounted = ({ format, pages, uploaded_at }: BusinessDocument) =>
  format === 'pdf' && pages === null && Math.abs(Date.now() - Date.parse(uploaded_at)) < 60_000

/** Writes a business to the cache and invalidates the queries that depend on it. */
function keep(business: Business): void {
  queryClient.setQueryData(businessKey(business.business_id), business)
  refreshBusiness()
}

/** An error can mean that another person was faster, so the business is refetched. */
const change = { onSuccess: keep, onError: refreshBusiness }

/** Invalidates every query that shows a part of a business. */
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

/** The key is the same for every attempt, so that a lost response creates no second business. */
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

// For administrators of the instance.

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

/** Sets the status without a review, for example to reopen a verification for changes. */
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
