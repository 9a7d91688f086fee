import { Api, type Scope } from '../generated/sources/swagger-typescript-api.ts'
import type { Connection, GeneratedClient } from './client.ts'
import { KEY } from './client.ts'

/** Its client for axios: the one for fetch writes an array of files as JSON. */
export const swaggerTypescriptApi: GeneratedClient = {
  async createKey(baseURL, cookie) {
    const { api } = new Api({ baseURL, adapter: 'fetch', headers: { cookie } })
    return (await api.createApiKey({ name: KEY.name, scopes: [...KEY.scopes] as Scope[] })).data.key
  },

  connect(baseURL, key): Connection {
    const headers = { authorization: `Bearer ${key}` }
    const { api } = new Api({ baseURL, adapter: 'fetch', headers })
    return {
      async convert(file, fields) {
        return (await api.convertDocument({ ...fields, file })).data.conversion_id
      },
      async wait(id) {
        const { status, output } = (await api.waitForDocument(id)).data
        return { status, pages: output?.pages }
      },
      async download(id) {
        return (await api.downloadDocument(id, { format: 'blob' })).data
      },
      async collect(conversion_ids) {
        return (await api.collectDocuments({ conversion_ids })).data.batch_id
      },
      async downloadBatch(id) {
        return (await api.downloadDocumentBatch(id, { format: 'blob' })).data
      },
    }
  },
}
