import * as api from '../generated/sources/orval.ts'
import { type Connection, type GeneratedClient, KEY } from './client.ts'

/** Orval's functions take the answer apart by its status. */
function expectStatus<R extends { status: number }, S extends R['status']>(
  answer: R,
  status: S,
): asserts answer is Extract<R, { status: S }> {
  if (answer.status !== status) throw new Error(JSON.stringify(answer))
}

export const orval: GeneratedClient = {
  async createKey(_url, cookie) {
    const body = { name: KEY.name, scopes: [...KEY.scopes] }
    const answer = await api.createApiKey(body, { headers: { cookie } })
    expectStatus(answer, 201)
    return answer.data.key
  },

  connect(_url, key): Connection {
    const options = { headers: { authorization: `Bearer ${key}` } }
    return {
      async convert(file, fields) {
        const answer = await api.convertDocument({ ...fields, file }, options)
        expectStatus(answer, 202)
        return answer.data.conversion_id
      },
      async wait(id) {
        const answer = await api.waitForDocument(id, undefined, options)
        expectStatus(answer, 200)
        return { status: answer.data.status, pages: answer.data.output?.pages }
      },
      async download(id) {
        const answer = await api.downloadDocument(id, options)
        expectStatus(answer, 200)
        return answer.data
      },
      async collect(conversion_ids) {
        const answer = await api.collectDocuments({ conversion_ids }, options)
        expectStatus(answer, 201)
        return answer.data.batch_id
      },
      async downloadBatch(id) {
        const answer = await api.downloadDocumentBatch(id, options)
        expectStatus(answer, 200)
        return answer.data
      },
    }
  },
}
