import type { z } from 'zod'
import type { Conversion } from '../contract/conversion.ts'
import type { ConversionList } from '../contract/history.ts'

export type Family = 'document' | 'image' | 'font' | 'video' | 'model'
const PATHS: Record<Family, string> = {
  document: '/api/v1/pdf_handler/convert/',
  font: '/api/v1/fonts/convert/',
  image: '/api/v1/convert/image/convert/',
  video: '/api/v1/convert/video/convert/',
  model: '/api/v1/convert/model/convert/',
}
type Fields = Record<string, string>

/** A customer of the server under test. Signs up once and then sends the session cookie. */
export class Customer {
  readonly url: string
  readonly cookie: string
  readonly id: string

  private constructor(url: string, cookie: string, id: string) {
    this.url = url
    this.cookie = cookie
    this.id = id
  }

  static async signUp(url: string, name = 'bench'): Promise<Customer> {
    const response = await fetch(new URL('/api/v1/user/auth/signup/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, email: `${name}@mail.example`, password: 'only for this run' }),
    })
    if (response.status !== 201)
      throw new Error(`sign-up returned ${response.status}: ${await response.text()}`)
    const { user } = (await response.json()) as { user: { id: string } }
    return new Customer(url, (response.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '', user.id)
  }

  async get(path: string, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(new URL(path, this.url), {
      headers: { cookie: this.cookie },
      ...(signal && { signal }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response
  }

  /** Sends JSON and returns the response of the API. */
  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }

  /** Sends a file and returns the ID of the conversion. */
  async convert(family: Family, file: File, fields: Fields): Promise<string> {
    const path = PATHS[family]
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', file)
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: { cookie: this.cookie },
      body,
    })
    if (response.status !== 202)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { id: string }).id
  }

  /** Uses long polling until the conversion has ended. */
  async wait(id: string, family: Family): Promise<Conversion> {
    const area = family === 'document' || family === 'font' ? 'docs_core' : 'media_core'
    for (;;) {
      const answer = await this.get(`/api/v1/${area}/conversion/wait/${id}/`)
      const conversion = (await answer.json()) as Conversion
      if (conversion.status !== 'pending') return conversion
    }
  }

  async list(query: Fields, signal?: AbortSignal): Promise<z.infer<typeof ConversionList>> {
    const answer = await this.get(`/api/v1/conversion/?${new URLSearchParams(query)}`, signal)
    return (await answer.json()) as z.infer<typeof ConversionList>
  }

  /** The request of the summary above the list. Cursor and sort order are not filters. */
  async summary({ cursor: _, sort_by: __, sort_dir: ___, ...filters }: Fields): Promise<void> {
    await (await this.get(`/api/v1/conversion/summary/?${new URLSearchParams(filters)}`)).arrayBuffer()
  }

  async download(conversion: Conversion): Promise<Buffer> {
    if (!conversion.download_url) throw new Error(`${conversion.filename}: ${conversion.error?.message}`)
    return Buffer.from(await (await this.get(new URL(conversion.download_url).pathname)).arrayBuffer())
  }
}
