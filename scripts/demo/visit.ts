import type { Conversion } from '../../contract/conversion.ts'
import type { DemoFile } from './files.ts'

/** What the logs name the demo's person by. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

interface Person {
  username: string
  email: string
  password: string
}

/**
 * The demo's person at the API: everything that they do goes the way that anybody's requests go.
 */
export class Visit {
  readonly #url: string
  readonly #cookie: string
  /** The business that is acted for. */
  readonly #business: string | null

  private constructor(url: string, cookie: string, business: string | null = null) {
    this.#url = url
    this.#cookie = cookie
    this.#business = business
  }

  /** The same person, acting for a business. */
  actingFor(business: string): Visit {
    return new Visit(this.#url, this.#cookie, business)
  }

  /**
   * Asks the API; the answer is its JSON. @throws Error with what it answered, unless that is a
   * success
   */
  async ask<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.#ask(path, {
      method,
      ...(body instanceof FormData
        ? { body }
        : body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }

  /** Asks for what is no JSON. @throws Error with what it answered, unless that is a success */
  async fetch(path: string): Promise<void> {
    const response = await this.#ask(path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }

  static async signUp(url: string, person: Person): Promise<Visit> {
    const response = await fetch(new URL('/api/v1/user/auth/signup/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
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

  /** Puts a file into the storage; the answer is its id. */
  async store({ name, content }: Pick<DemoFile, 'name' | 'content'>): Promise<string> {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(content)], name))
    return this.#made('/api/v1/user/storage/files/upload/', { method: 'POST', body })
  }

  /** Keeps a conversion's output, where it has one. */
  async keepOutput(id: string): Promise<void> {
    const conversion = (await (await this.#ask(`/api/v1/conversion/${id}/`)).json()) as Conversion
    const s3_key = conversion.output?.s3_key
    if (s3_key) await this.#post('/api/v1/user/storage/files/register/', { s3_key })
  }

  /** Makes a link; the answer is its id. */
  share(settings: object): Promise<string> {
    return this.#post('/api/v1/user/shares/', settings)
  }

  async revoke(link: string): Promise<void> {
    await this.#ask(`/api/v1/user/shares/${link}/`, { method: 'DELETE' })
  }

  /** Has strangers open a link, each with a program of their own; each downloads. */
  async beRead(link: string, programs: readonly string[]): Promise<void> {
    const { url } = (await (await this.#ask(`/api/v1/user/shares/${link}/`)).json()) as { url: string }
    const open = new URL(`/api/v1/user/shares/public/${url.split('/s/')[1]}/`, this.#url)
    for (const program of programs) {
      const headers = { 'user-agent': program }
      await fetch(open, { headers })
      await fetch(new URL('download/', open), { method: 'POST', headers })
    }
  }

  #post(path: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return this.#made(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async #made(path: string, init: RequestInit): Promise<string> {
    const response = await this.#ask(path, init)
    if (response.status !== 201)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { id: string }).id
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
    headers.set('user-agent', BROWSER)
    if (this.#business) headers.set('x-business-id', this.#business)
    return fetch(new URL(path, this.#url), { ...init, headers })
  }
}
