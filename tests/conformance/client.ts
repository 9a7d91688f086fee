/** What is sent with a request: JSON, or the fields of a form, whose files are named blobs. */
export interface Sent {
  json?: unknown
  form?: Record<string, string | NamedFile | NamedFile[]>
  query?: Record<string, string>
  headers?: Record<string, string>
}

export interface NamedFile {
  name: string
  content: Uint8Array<ArrayBuffer> | string
}

export interface Answer {
  status: number
  headers: Headers
  type: string
  bytes: Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: Whatever the server says: the checks look at it.
  body: any
}

/**
 * A client over the wire that knows HTTP, and of the service what the specification says: a cookie
 * jar, or a bearer.
 */
export class HttpClient {
  readonly #url: string
  readonly #bearer: string | undefined
  readonly #cookies = new Map<string, string>()
  constructor(url: string, bearer?: string) {
    this.#url = url
    this.#bearer = bearer
  }

  async request(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const url = new URL(path, this.#url)
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers(sent.headers)
    if (this.#bearer) headers.set('authorization', `Bearer ${this.#bearer}`)
    if (this.#cookies.size > 0) headers.set('cookie', this.cookieHeader())
    if (sent.json !== undefined) headers.set('content-type', 'application/json')
    const body = sent.form ? formOf(sent.form) : sent.json === undefined ? null : JSON.stringify(sent.json)
    const response = await fetch(url, { method, headers, body, redirect: 'manual' })
    if (!this.#bearer) this.#keepCookies(response)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? ''
    return {
      status: response.status,
      headers: response.headers,
      type,
      bytes,
      body: /[/+]json$/.test(type) ? JSON.parse(Buffer.from(bytes).toString()) : undefined,
    }
  }

  /** Its cookies, for a client that has no jar. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keepCookies(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

/** Fields and files as a form. */
export function formOf(fields: NonNullable<Sent['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const part of [value].flat())
      if (typeof part === 'string') form.append(name, part)
      else form.append(name, new Blob([part.content]), part.name)
  }
  return form
}
