import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { FileVersion, StorageUsage, StoredFamily, UserFile } from '../../contract/storage.ts'
import { call, type Input, type Output, urlOf } from './client.ts'
import { invalidate, invalidateSoon, keyOf, q, queryClient } from './query-client.ts'
import { joined, scrolled } from './scrolled.ts'
import { invalidateUsage } from './usage.ts'

export type { FileVersion, StorageUsage, StoredFamily, UserFile }
export type UserFileFilters = Omit<NonNullable<Input<'listUserFiles'>['query']>, 'page' | 'cursor'>

type Page = Output<'listUserFiles'>

/** Page size: the grid fits more files on a screen than the list. */
const PAGE_SIZE = 100

export const useUserFiles = (filters: UserFileFilters) =>
  useInfiniteQuery({
    ...scrolled<UserFile, Page>(
      ['listUserFiles', 'scroll', filters],
      (page, signal) => call('listUserFiles', { query: { ...filters, ...page } }, { signal }),
      PAGE_SIZE,
    ),
    select: withUsage,
  })

function withUsage({ pages }: { pages: Page[] }) {
  return { ...joined({ pages }), storage: pages.at(-1)?.storage }
}

export const useUserFile = (id: string) => useQuery(q('getUserFile', { params: { file_id: id } }))

/** The file in a side panel, where an error does not replace the page. */
export const useUserFileSidePanel = (id: string) =>
  useQuery({ ...q('getUserFile', { params: { file_id: id } }), throwOnError: false })

/** The earlier contents of a stored file. */
export const useFileVersions = (file_id: string, enabled: boolean) =>
  useQuery({ ...q('listFileVersions', { params: { file_id } }), enabled, throwOnError: false })

/** Restores a version; the current content becomes a version. */
export const useRestoreVersion = (file_id: string) =>
  useMutation({
    mutationFn: (version_id: string) => call('restoreFileVersion', { params: { file_id, version_id } }),
    onSuccess: (file) => {
      queryClient.setQueryData(keyOf('getUserFile', { params: { file_id } }), file)
      void invalidate('listFileVersions')
      invalidateStorage()
    },
  })

/** Used and available storage. */
export const useStorageUsage = (enabled: boolean) =>
  useQuery({ ...q('listUserFiles', { query: { page_size: 1 } }), enabled, select: (page) => page.storage })

/** A file was added, removed or renamed. */
export function invalidateStorage(): void {
  void invalidate('listUserFiles')
  invalidateUsage()
}
/** Debounced, for many files in a row. */
export function invalidateStorageSoon(): void {
  invalidateSoon('listUserFiles')
  invalidateUsage()
}

interface Scrolled {
  pages: Page[]
}
const isScrolled = (data: unknown): data is Scrolled =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Changes the rows of every loaded list. Returns a function that restores them. */
function changeLists(change: (rows: UserFile[]) => UserFile[]): () => void {
  const previous = queryClient.getQueriesData<unknown>({ queryKey: ['listUserFiles'] })
  queryClient.setQueriesData<unknown>({ queryKey: ['listUserFiles'] }, (data: unknown) => {
    if (!isScrolled(data)) return data
    return {
      ...data,
      pages: data.pages.map((page) => {
        const results = change(page.results)
        return { ...page, results, count: page.count - (page.results.length - results.length) }
      }),
    }
  })
  return () => {
    for (const [key, data] of previous) queryClient.setQueryData(key, data)
  }
}

/** The limit of files that one request may delete, restore or pack. */
export const FILES_AT_ONCE = 1000

async function inParts(ids: readonly string[], send: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += FILES_AT_ONCE)
    await send(ids.slice(from, from + FILES_AT_ONCE))
}

/** Removes files from the lists optimistically, and restores them on error. */
const takeOut = <Input extends { ids: readonly string[] }>(send: (input: Input) => Promise<unknown>) => ({
  mutationFn: send,
  onMutate: async ({ ids }: Input) => {
    await queryClient.cancelQueries({ queryKey: ['listUserFiles'] })
    const gone = new Set(ids)
    return changeLists((rows) => rows.filter(({ id }) => !gone.has(id)))
  },
  onError: (_: unknown, __: Input, putBack?: () => void) => putBack?.(),
  onSuccess: (_: unknown, { ids }: Input) => {
    for (const id of ids)
      queryClient.removeQueries({ queryKey: keyOf('getUserFile', { params: { file_id: id } }) })
  },
  onSettled: () => {
    invalidateStorage()
    void invalidate('listShares')
  },
})

export const useDeleteFiles = () =>
  useMutation(
    takeOut(({ ids, permanently = false }: { ids: readonly string[]; permanently?: boolean }) =>
      inParts(ids, (file_ids) => call('deleteFiles', { body: { file_ids, permanently } })),
    ),
  )

export const useRestoreFiles = () =>
  useMutation(
    takeOut(({ ids }: { ids: readonly string[] }) =>
      inParts(ids, (file_ids) => call('restoreFiles', { body: { file_ids } })),
    ),
  )

/** Shows the new name optimistically. */
export const useRenameFile = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('renameUserFile', { params: { file_id: id }, body: { file_name: name } }),
    onMutate: ({ id, name }) =>
      changeLists((rows) => rows.map((one) => (one.id === id ? { ...one, file_name: name } : one))),
    onError: (_, __, putBack) => putBack?.(),
    onSuccess: (file) => {
      queryClient.setQueryData(keyOf('getUserFile', { params: { file_id: file.id } }), file)
      changeLists((rows) => rows.map((one) => (one.id === file.id ? file : one)))
    },
    onSettled: invalidateStorage,
  })

/** Stores a conversion's result by its key, without an upload. */
export const useRegisterFile = () =>
  useMutation({
    mutationFn: ({ s3_key, key }: { s3_key: string; key: string }) =>
      call('registerUserFile', { body: { s3_key } }, { idempotencyKey: key }),
    onSuccess: invalidateStorageSoon,
  })

/** The download URL of one file; changes nothing in the account. @throws ApiError */
export async function downloadUrl(id: string): Promise<string> {
  const { downloads } = await call('makeDownloads', { body: { file_ids: [id] } })
  return downloads[0]?.download_url ?? ''
}

export const zipUrl = (): string => urlOf('downloadFilesZip')

/** Routes of resumable uploads. */
export const uploadRoutes = {
  begin: () => urlOf('beginUpload'),
  at: (id: string) => urlOf('getUpload', { params: { upload_id: id } }),
  append: (id: string, offset: number) =>
    urlOf('appendToUpload', { params: { upload_id: id }, query: { offset } }),
}
