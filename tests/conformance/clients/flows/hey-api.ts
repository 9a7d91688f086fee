import { createClient } from '../generated/sources/hey-api/client/index.ts'
import * as api from '../generated/sources/hey-api/index.ts'
import { bodyOf, type Connection, type GeneratedClient, KEY } from './client.ts'

export const heyApi: GeneratedClient = {
  async createKey(baseUrl, cookie) {
    const client = createClient({ baseUrl })
    const { data, error } = await api.createApiKey({
      client,
      headers: { cookie },
      body: { name: KEY.name, scopes: [...KEY.scopes] },
    })
    return bodyOf(data, error).key
  },

  connect(baseUrl, key): Connection {
    const client = createClient({ baseUrl, auth: key })
    return {
      async convert(file, fields) {
        const { data, error } = await api.convertDocument({ client, body: { ...fields, file } })
        return bodyOf(data, error).conversion_id
      },
      async wait(conversion_id) {
        const { data, error } = await api.waitForDocument({ client, path: { conversion_id } })
        const { status, output } = bodyOf(data, error)
        return { status, pages: output?.pages }
      },
      async download(conversion_id) {
        const { data, error } = await api.downloadDocument({ client, path: { conversion_id } })
        return bodyOf(data, error)
      },
      async collect(conversion_ids) {
        const { data, error } = await api.collectDocuments({ client, body: { conversion_ids } })
        return bodyOf(data, error).batch_id
      },
      async downloadBatch(batch_id) {
        const { data, error } = await api.downloadDocumentBatch({ client, path: { batch_id } })
        return bodyOf(data, error)
      },
    }
  },
}
