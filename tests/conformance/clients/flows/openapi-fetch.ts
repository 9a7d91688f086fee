import createClient from 'openapi-fetch'
import type { paths } from '../generated/sources/openapi.ts'
import { bodyOf, type Connection, type GeneratedClient, KEY } from './client.ts'

/** openapi-typescript types binary parts as strings; the files themselves go into the form. */
function formOf({ file, ...fields }: { file?: unknown }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const one of file as File[]) form.append('file', one)
  return form
}

export const openapiFetch: GeneratedClient = {
  async createKey(baseUrl, cookie) {
    const client = createClient<paths>({ baseUrl, headers: { cookie } })
    const { data, error } = await client.POST('/api/v1/user/api-keys/', {
      body: { name: KEY.name, scopes: [...KEY.scopes] },
    })
    return bodyOf(data, error).key
  },

  connect(baseUrl, key): Connection {
    const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
    return {
      async convert(files, fields) {
        const { data, error } = await client.POST('/api/v1/pdf_handler/convert/', {
          body: { ...fields, file: files as unknown as string[] },
          bodySerializer: formOf,
        })
        return bodyOf(data, error).conversion_id
      },
      async wait(conversion_id) {
        const { data, error } = await client.GET('/api/v1/docs_core/conversion/wait/{conversion_id}/', {
          params: { path: { conversion_id } },
        })
        const { status, output } = bodyOf(data, error)
        return { status, pages: output?.pages }
      },
      async download(conversion_id) {
        const { data, error } = await client.GET('/api/v1/pdf_handler/{conversion_id}/download/', {
          params: { path: { conversion_id } },
          parseAs: 'blob',
        })
        return bodyOf(data, error)
      },
      async collect(conversion_ids) {
        const { data, error } = await client.POST('/api/v1/docs_core/batch/collect/', {
          body: { conversion_ids },
        })
        return bodyOf(data, error).batch_id
      },
      async downloadBatch(batch_id) {
        const { data, error } = await client.GET('/api/v1/docs_core/batch/{batch_id}/download/', {
          params: { path: { batch_id } },
          parseAs: 'blob',
        })
        return bodyOf(data, error)
      },
    }
  },
}
