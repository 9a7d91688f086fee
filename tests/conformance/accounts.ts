import { type Answer, HttpClient } from './client.ts'

/** What a key may be allowed; it gets all of it. */
const SCOPES = [
  'account:read',
  'account:write',
  'convert:read',
  'convert:write',
  'history:read',
  'history:write',
  'mfa:read',
  'pipelines:read',
  'pipelines:write',
  'shares:read',
  'shares:write',
  'signing:read',
  'signing:write',
  'storage:read',
  'storage:write',
  'tokens:introspect',
  'usage:read',
  'webhooks:read',
  'webhooks:write',
]

export interface Account {
  username: string
  email: string
  password: string
}

let accounts = 0

/** Signs somebody new up, whose browser is the answer's client. */
export async function signUp(url: string): Promise<Account & { client: HttpClient }> {
  const username = `tester${Date.now().toString(36)}${++accounts}`
  const account = { username, email: `${username}@mail.example`, password: 'correct horse' }
  const client = new HttpClient(url)
  await expectStatus(client.request('POST', '/api/v1/user/auth/signup/', { json: account }), 201)
  return { ...account, client }
}

/** Creates an API key that has every scope. */
export async function createKey(client: HttpClient): Promise<string> {
  const made = client.request('POST', '/api/v1/user/api-keys/', {
    json: { name: 'conformance', scopes: SCOPES },
  })
  return (await expectStatus(made, 201)).body.key
}

export async function expectStatus(request: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await request
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
