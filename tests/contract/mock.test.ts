import { afterAll, beforeAll, describe } from 'vitest'
import { startMockServer } from '../mock-api/node.ts'
import { Client } from '../server/harness.ts'
import { contractSuite } from './suite.ts'

const ORIGIN = 'http://mock.example'
let mock: ReturnType<typeof startMockServer>
beforeAll(() => {
  mock = startMockServer({ origin: ORIGIN })
})
afterAll(() => mock.close())

describe('the mock', () =>
  contractSuite({
    talker: () => new Client(ORIGIN),
    importUrl: () => 'https://files.example/notes/fetched.md',
  }))
