import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './harness.ts'

// What the format lists claim, asked of the engines that this machine has.

const ROUTES = {
  document: '/api/v1/pdf_handler/',
  font: '/api/v1/fonts/',
  image: '/api/v1/convert/image/',
  video: '/api/v1/convert/video/',
  model: '/api/v1/convert/model/',
}

interface Formats {
  formats: { format: string; inputs: string[]; outputs: string[] }[]
  engines: Record<string, { installed: boolean; conversions: Record<string, string[]> } & Engine>
}
interface Engine {
  inputs: string[]
  outputs: string[]
}

let server: TestServer
beforeAll(async () => {
  // A process without a worker starts no engine where it is asked about a pair.
  server = await startServer({ ROLE: 'web' }, 'real')
})
afterAll(() => server.stop())

const formatsOf = async (path: string): Promise<Formats> => {
  const response = await fetch(`${server.url}${path}formats/`)
  expect(response.status).toBe(200)
  return (await response.json()) as Formats
}

const pairsOf = ({ formats }: Formats) =>
  formats.flatMap(({ format, outputs }) => outputs.map((output) => `${format} ${output}`)).sort()

describe.each(Object.entries(ROUTES))('the %s formats', (_, path) => {
  it('claim only pairs that the family accepts, at a known price and by a known engine', {
    timeout: 120_000,
  }, async () => {
    const body = await formatsOf(path)
    const pairs = pairsOf(body)
    expect(pairs.length).toBeGreaterThan(5)
    const refused: string[] = []
    for (const pair of pairs) {
      const [source_format, target_format] = pair.split(' ')
      const response = await fetch(`${server.url}${path}validate/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ source_format, target_format }),
      })
      const { valid, engine, credits, problem } = (await response.json()) as Record<string, unknown>
      if (
        !valid ||
        !String(engine)
          .split(' + ')
          .every((name) => body.engines[name]?.installed) ||
        typeof credits !== 'number'
      )
        refused.push(`${pair}: ${JSON.stringify(problem ?? { engine, credits })}`)
    }
    expect(refused).toEqual([])
  })

  it('are those that its engines convert between', async () => {
    const body = await formatsOf(path)
    const byEngine = Object.values(body.engines).flatMap(({ conversions }) =>
      Object.entries(conversions).flatMap(([from, to]) => to.map((format) => `${from} ${format}`)),
    )
    expect([...new Set(byEngine)].sort()).toEqual(pairsOf(body))
    for (const { installed, inputs, outputs, conversions } of Object.values(body.engines)) {
      expect(inputs).toEqual(Object.keys(conversions))
      expect(outputs).toEqual([...new Set(Object.values(conversions).flat())].sort())
      if (!installed) expect(inputs).toEqual([])
    }
  })
})
