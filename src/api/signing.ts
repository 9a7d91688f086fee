import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type {
  AuditRow,
  Recipient,
  SigningField,
  SigningSession,
  SigningTemplate,
} from '../../contract/signing.ts'
import type { RecipientRole, SessionState } from '../../contract/signing-states.ts'
import type { UserFile } from '../../contract/storage.ts'
import { call, type Input, type Output, urlOf } from './client.ts'
import { convertAgain } from './convert.ts'
import { ApiError } from './errors.ts'
import { waitForConversion } from './live.ts'
import { invalidate, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'

export type {
  AuditRow,
  Recipient,
  RecipientRole,
  SessionState,
  SigningField,
  SigningSession,
  SigningTemplate,
}
export type SigningRow = Output<'listSigningSessions'>['results'][number]
export type SigningFilters = Omit<
  NonNullable<Input<'listSigningSessions'>['query']>,
  'page' | 'cursor' | 'page_size'
>
export type SigningBody = Input<'createSigningSession'>['body']
export type SigningChange = Input<'updateSigningSession'>['body']
export type RecipientBody = NonNullable<NonNullable<SigningChange>['recipients']>[number]
export type RecipientChange = Input<'changeRecipient'>['body']
export type AuditLog = Output<'getAuditLog'>

/** `SIGNING_LIMITS` of the contract, whose code is not in page bundles. */
export const MOST_RECIPIENTS = 50
export const MOST_FIELDS = 1000

/**
 * Recipients change requests without notice: refetched on mount and focus, and at this interval.
 */
const EVERY = 15_000
const SEALING = 1500
const fromOthers = { staleTime: 0, refetchOnWindowFocus: true } as const
const followEvery = (states: readonly SessionState[]) =>
  states.includes('sealing') ? SEALING : states.includes('open') ? EVERY : false

export const useSigningSessions = (filters: SigningFilters) =>
  useInfiniteQuery({
    ...scrolled<SigningRow>(['listSigningSessions', 'scroll', filters], (page, signal) =>
      call('listSigningSessions', { query: { ...filters, ...page } }, { signal }),
    ),
    ...fromOthers,
    refetchInterval: ({ state }) =>
      followEvery(state.data?.pages.flatMap(({ results }) => results.map((one) => one.state)) ?? []),
  })

const sessionKey = (session_id: string) => keyOf('getSigningSession', { params: { session_id } })

export const useSigningSession = (session_id: string) =>
  useQuery({
    ...q('getSigningSession', { params: { session_id } }),
    ...fromOthers,
    refetchInterval: ({ state }) => followEvery(state.data ? [state.data.state] : []),
  })

/** The audit log of a request. `version` is its `updated_at`, so that later events are fetched. */
export const useAuditLog = (session_id: string, version: string) =>
  useQuery({
    ...q('getAuditLog', { params: { session_id } }),
    queryKey: ['getAuditLog', session_id, version],
    placeholderData: (previous: AuditLog | undefined) => previous,
    throwOnError: false,
  })

/** Without a network the mutation fails immediately instead of staying paused. */
const atOnce = { networkMode: 'always' } as const

function refresh(session: SigningSession): void {
  queryClient.setQueryData(sessionKey(session.id), session)
  void invalidate('listSigningSessions')
}

/** A stored file or result that can be signed once it is a PDF. */
export interface SigningSource {
  name: string
  s3_key: string
  format: string | null
  family: UserFile['family']
}

/** @throws ApiError */
export async function sourceOfFile(file_id: string): Promise<SigningSource> {
  const { file_name: name, s3_key, format, family } = await call('getUserFile', { params: { file_id } })
  return { name, s3_key, format, family }
}

/** The result of a conversion. @throws ApiError `not_found` where it is no longer stored */
export async function sourceOfConversion(conversion_id: string): Promise<SigningSource> {
  const { output, family } = await call('getConversion', { params: { conversion_id } })
  if (!output?.s3_key) throw new ApiError('not_found', 404)
  return { name: output.filename, s3_key: output.s3_key, format: output.format, family }
}

/** The key of the source as a PDF, converted if necessary. @throws ApiError */
export async function pdfOf(source: SigningSource, key: string, signal: AbortSignal): Promise<string> {
  const { s3_key, format, family } = source
  if (format === 'pdf') return s3_key
  if (family === 'other') throw new ApiError('unsupported_source', 400)
  const parts = [
    ['target_format', 'pdf'],
    ['s3_key', s3_key],
  ] as const
  const { conversion_id } = await convertAgain(family, parts, key)
  const { output, error } = await waitForConversion(conversion_id, signal)
  if (!output?.s3_key) throw new ApiError('unsupported_source', 400, null, { cause: error })
  return output.s3_key
}

/** Refetches after a refusal, because the cached session is stale. */
function reload({ code }: ApiError): void {
  if (code !== 'signing_misfit') return
  void invalidate('getSigningSession')
  void invalidate('listSigningSessions')
}

type Done = (session: SigningSession) => void

/** Changes a request and writes the response to the cache. Then calls `done`. */
const useSigningAct = <N extends SigningAct, I extends object>(
  name: N,
  act: (input: I) => Promise<SigningSession>,
  done?: Done,
) =>
  useMutation({
    ...atOnce,
    mutationKey: [name],
    mutationFn: act,
    onSuccess(session) {
      refresh(session)
      done?.(session)
    },
    onError: reload,
  })

type SigningAct =
  | 'createSigningSession'
  | 'duplicateSigningSession'
  | 'updateSigningSession'
  | 'sendSigningSession'
  | 'remindSigning'
  | 'extendSigning'
  | 'voidSigning'
  | 'sealSigning'
  | 'changeRecipient'
type Of = { session_id: string }

/** Whether the same mutation is pending, from any component. */
export const isActing = (name: SigningAct, input: Of & { recipient_id?: string | null }): boolean =>
  queryClient.isMutating({
    mutationKey: [name],
    predicate({ state }) {
      const given = new Map<string, unknown>(Object.entries(state.variables ?? {}))
      return Object.entries(input).every(([key, value]) => given.get(key) === value)
    },
  }) > 0

/** The key is the same for every attempt, so that a lost response creates no second request. */
export const useCreateSigning = (done?: Done) =>
  useSigningAct(
    'createSigningSession',
    ({ body, key }: { body: SigningBody; key: string }) =>
      call('createSigningSession', { body }, { idempotencyKey: key }),
    done,
  )

/** Creates a draft with the same document, recipients and fields. */
export const useDuplicateSigning = (done?: Done) =>
  useSigningAct(
    'duplicateSigningSession',
    ({ session_id, key }: Of & { key: string }) =>
      call('duplicateSigningSession', { params: { session_id } }, { idempotencyKey: key }),
    done,
  )

/** Fails with `signing_changed` if it was changed elsewhere meanwhile. */
export const useUpdateSigning = () =>
  useSigningAct('updateSigningSession', ({ session_id, body }: Of & { body: SigningChange }) =>
    call('updateSigningSession', { params: { session_id }, body }),
  )

export const useSendSigning = () =>
  useSigningAct('sendSigningSession', (params: Of) => call('sendSigningSession', { params }))

/** Reminds all recipients whose turn it is, or one of them. */
export const useRemindSigning = () =>
  useSigningAct('remindSigning', ({ session_id, recipient_id }: Of & { recipient_id: string | null }) =>
    call('remindSigning', { params: { session_id }, body: { recipient_id } }),
  )

/** Null: no deadline. */
export const useExtendSigning = (done: Done) =>
  useSigningAct(
    'extendSigning',
    ({ session_id, deadline_at }: Of & { deadline_at: string | null }) =>
      call('extendSigning', { params: { session_id }, body: { deadline_at } }),
    done,
  )

export const useVoidSigning = (done: Done) =>
  useSigningAct(
    'voidSigning',
    ({ session_id, reason }: Of & { reason: string }) =>
      call('voidSigning', { params: { session_id }, body: { reason } }),
    done,
  )

/** Creates the result again after a failure. */
export const useSealSigning = () =>
  useSigningAct('sealSigning', (params: Of) => call('sealSigning', { params }))

export const useChangeRecipient = (done: Done) =>
  useSigningAct(
    'changeRecipient',
    ({ session_id, recipient_id, body }: Of & { recipient_id: string; body: RecipientChange }) =>
      call('changeRecipient', { params: { session_id, recipient_id }, body }),
    done,
  )

export const useRemoveSigningSession = () =>
  useMutation({
    ...atOnce,
    mutationFn: (session_id: string) => call('removeSigningSession', { params: { session_id } }),
    onSuccess: (_, session_id) => {
      queryClient.removeQueries({ queryKey: sessionKey(session_id) })
      void invalidate('listSigningSessions')
    },
    onError: reload,
  })

/** The URLs of the original and the result of a request. */
export const signingDocumentUrl = (session_id: string): string =>
  urlOf('getSigningDocument', { params: { session_id } })
export const signingResultUrl = (session_id: string): string =>
  urlOf('getSigningResult', { params: { session_id } })

export type TemplateFilters = Omit<
  NonNullable<Input<'listSigningTemplates'>['query']>,
  'page' | 'cursor' | 'page_size'
>

export const useSigningTemplates = (filters: TemplateFilters = {}) =>
  useInfiniteQuery(
    scrolled<SigningTemplate>(['listSigningTemplates', 'scroll', filters], (page, signal) =>
      call('listSigningTemplates', { query: { ...filters, ...page } }, { signal }),
    ),
  )

export const useCreateSigningTemplate = () =>
  useMutation({
    ...atOnce,
    mutationFn: (body: Input<'createSigningTemplate'>['body']) => call('createSigningTemplate', { body }),
    onSuccess: () => void invalidate('listSigningTemplates'),
  })

export const useRemoveSigningTemplate = () =>
  useMutation({
    ...atOnce,
    mutationFn: (template_id: string) => call('removeSigningTemplate', { params: { template_id } }),
    onSuccess: () => void invalidate('listSigningTemplates'),
  })
