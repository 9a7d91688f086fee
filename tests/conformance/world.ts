import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, createKey, expectStatus, signUp } from './accounts.ts'
import { HttpClient, type Sent } from './client.ts'
import { corpusFile } from './corpus-file.ts'

/** A small PNG that is seen as a signature: a black stroke. */
export const STROKE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAC0lEQVR4nGNgIAwAACQAAbZm3wQAAAAASUVORK5CYII='

/**
 * How somebody shows who they are: by nothing, an API key, the cookie of a signed-in browser, or as
 * a phone that was paired.
 */
export type Credential = 'none' | 'API key' | 'cookie' | 'pairing token'

/** What arrives by mail and by text message. */
export interface Mailbox {
  code(to: string): Promise<string>
  signingLink(to: string): Promise<string>
}

/** A client for each credential. Key and cookie belong to accounts of their own. */
export async function worldFor(url: string, credential: Credential, mailbox: Mailbox): Promise<World> {
  // A phone has no account: its checks send the token.
  if (credential === 'none' || credential === 'pairing token')
    return new World(url, new HttpClient(url), mailbox)
  const account = await signUp(url)
  if (credential === 'cookie') return new World(url, account.client, mailbox, account)
  return new World(url, new HttpClient(url, await createKey(account.client)), mailbox, account)
}

/** One client, and what its checks make once and use several times. */
export class World {
  readonly url: string
  readonly client: HttpClient
  readonly mailbox: Mailbox
  readonly account: Account | undefined
  readonly #made = new Map<string, Promise<unknown>>()
  constructor(url: string, client: HttpClient, mailbox: Mailbox, account?: Account) {
    this.url = url
    this.client = client
    this.mailbox = mailbox
    this.account = account
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    if (!this.#made.has(name)) this.#made.set(name, make())
    return this.#made.get(name) as Promise<T>
  }

  /** The body of an answer that has to succeed. */
  async get(method: string, path: string, sent?: Sent, status = 200) {
    return (await expectStatus(this.client.request(method, path, sent), status)).body
  }

  /** Submits a file, and follows the conversion to its end. */
  async convert(path: string, statusPath: string, form: Sent['form']) {
    const { conversion_id } = await this.get('POST', path, { form: form as NonNullable<Sent['form']> }, 202)
    return this.settled(`${statusPath}${conversion_id}/`)
  }

  /** Polls as the specification says: a minute, every half second. */
  async settled(path: string) {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(500)) {
      const conversion = await this.get('GET', path)
      if (conversion.status === 'completed') return conversion
      if (conversion.status === 'failed') throw new Error(`failed: ${JSON.stringify(conversion.error)}`)
    }
    throw new Error(`not settled within a minute: ${path}`)
  }

  document() {
    return this.#once('document', () =>
      this.convert('/api/v1/pdf_handler/convert/', '/api/v1/docs_core/conversion/', {
        file: corpusFile('docs/letter.docx'),
        target_format: 'pdf',
      }),
    )
  }

  image() {
    return this.#once('image', () =>
      this.convert('/api/v1/convert/image/convert/', '/api/v1/convert/image/conversion/', {
        file: corpusFile('images/turned.jpg'),
        target_format: 'webp',
      }),
    )
  }

  model() {
    return this.#once('model', () =>
      this.convert('/api/v1/convert/model/convert/', '/api/v1/convert/model/conversion/', {
        file: corpusFile('models/cube.obj'),
        target_format: 'glb',
      }),
    )
  }

  uploadedFont() {
    return this.#once('uploaded font', () =>
      this.get(
        'POST',
        '/api/v1/fonts/upload/',
        { form: { file: corpusFile('fonts/latin.subset.otf') } },
        201,
      ),
    )
  }

  font() {
    return this.#once('font', async () => {
      const { s3_key } = await this.uploadedFont()
      const json = { s3_key, target_format: 'woff2' }
      const { conversion_id } = await this.get('POST', '/api/v1/fonts/convert/', { json }, 202)
      return this.settled(`/api/v1/fonts/conversion/${conversion_id}/`)
    })
  }

  documentBatch() {
    return this.#once('document batch', async () => {
      const json = { conversion_ids: [(await this.document()).conversion_id] }
      return this.get('POST', '/api/v1/docs_core/batch/collect/', { json }, 201)
    })
  }

  mediaBatch() {
    return this.#once('media batch', async () => {
      const json = { conversion_ids: [(await this.image()).conversion_id] }
      return this.get('POST', '/api/v1/media_core/batch/collect/', { json }, 201)
    })
  }

  pipeline() {
    return this.#once('pipeline', () =>
      this.get('POST', '/api/v1/pdf_handler/pipeline/', { json: PIPELINE }, 201),
    )
  }

  storedFile(name = 'lease.pdf') {
    return this.#once(`stored ${name}`, () =>
      this.get(
        'POST',
        '/api/v1/user/storage/files/upload/',
        { form: { file: corpusFile('pdf/fields-two-pages.pdf', name) } },
        201,
      ),
    )
  }

  share() {
    return this.#once('share', async () => {
      const json = { file_id: (await this.storedFile()).id }
      return this.get('POST', '/api/v1/user/shares/', { json }, 201)
    })
  }

  /** A session that one person is asked to sign, and the path under which that person does. */
  async signingSession() {
    const json = await this.signingRequest()
    const session = await this.get('POST', '/api/v1/pdf_handler/signing/sessions/', { json }, 201)
    return { session, token: session.recipients[0].token as string }
  }

  /** Waits until everything of a session that everybody has signed is in its sealed document. */
  async settledSession(id: string) {
    const session = await this.settled(`/api/v1/pdf_handler/signing/sessions/${id}/`)
    return session
  }

  async signingRequest() {
    const email = `signer${++signers}.${Date.now().toString(36)}@mail.example`
    return { file_id: (await this.storedFile()).id, recipients: [{ name: 'Ana Ruiz', email }] }
  }
}

let signers = 0

export const PIPELINE = {
  name: 'Turn and number',
  steps: [{ operation: 'rotate_pages', options: { angle: 90 } }, { operation: 'page_numbers' }],
}
