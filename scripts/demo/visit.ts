import type { Conversion } from '../../contract/conversion.ts'
import type { DemoFile } from './files.ts'

interface Person {
  username: string
  email: string
  password: string
}

/** The demo's person at the API: everything that they do goes the way that anybody's requests go. */
export class Visit {
  readonly #url: string
  readonly #cookie: string

  private constructor(url: string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
  }

  static async signUp(url: string, person: Person): Promise<Visit> {
    const response = await fetch(new URL('/api/v1/user/auth/signup/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    if (!response.ok) throw new Error(`The account could not be made: ${await response.text()}`)
    return new Visit(url, (response.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '')
  }

  async introduce(profile: { first_name: string; last_name: string }) {
    await this.#ask('/api/v1/user/me/', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(profile),
    })
  }

  /** The conversion's id, or null where the file was refused at the door. */
  async convert({ name, content, family, target, options, batch }: DemoFile): Promise<string | null> {
    const body = new FormData()
    body.append('target_format', target)
    if (options) body.append('options', JSON.stringify(options))
    if (batch) body.append('batch_id', batch)
    body.append('file', new File([new Uint8Array(content)], name))
    const path = family === 'document' ? '/api/v1/pdf_handler/convert/' : '/api/v1/convert/image/convert/'
    const response = await this.#ask(path, { method: 'POST', body })
    return response.status === 202 ? ((await response.json()) as { id: string }).id : null
  }

  async cancel(id: string): Promise<void> {
    await this.#ask(`/api/v1/conversion/${id}/cancel/`, { method: 'POST' })
  }

  async download(id: string): Promise<Buffer> {
    return Buffer.from(await (await this.#ask(`/api/v1/pdf_handler/${id}/download/`)).arrayBuffer())
  }

  /** Those of the given ones that have not settled. */
  async pending(ids: readonly string[]): Promise<string[]> {
    const open: string[] = []
    for (let at = 0; at < ids.length; at += 100) {
      const query = new URLSearchParams({ ids: ids.slice(at, at + 100).join(','), page_size: '100' })
      const { results } = (await (await this.#ask(`/api/v1/conversion/?${query}`)).json()) as {
        results: Conversion[]
      }
      open.push(...results.filter(({ status }) => status === 'pending').map(({ id }) => id))
    }
    return open
  }

  #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.#cookie)
    return fetch(new URL(path, this.#url), { ...init, headers })
  }
}
