import { expect } from 'vitest'
import { contract, pathsOf } from '../../contract/contract.ts'
import { BYTES, type Endpoint, REDIRECT } from '../../contract/endpoint.ts'
import { PROBLEMS, Problem, problemsOf } from '../../contract/problems.ts'

const parameters = ({ path }: Endpoint) => path.match(/\{\w+\}/g)?.length ?? 0

/** What is named in full comes before what takes any word in its place. */
const table = Object.entries(contract as Record<string, Endpoint>)
  .sort(([, one], [, other]) => parameters(one) - parameters(other))
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    patterns: pathsOf(endpoint).map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)),
  }))

/**
 * Which operations have been answered with which status: a suite ends by asking whether every
 * success was seen.
 */
export const seen = () => new Map<string, Set<number>>()

/**
 * Holds an answer against the contract: a status that the operation declares, with a body that fits
 * its schema; or a problem that the operation lists, with the status of its code.
 */
export async function expectDeclared(
  method: string,
  path: string,
  response: Response,
  log: Map<string, Set<number>>,
) {
  const route = table.find(
    ({ endpoint, patterns }) => endpoint.method === method && patterns.some((one) => one.test(path)),
  )
  if (!route) return
  const { name, endpoint } = route
  const what = `${name} answered ${response.status}`
  const declared = endpoint.responses[response.status as 200]
  log.set(name, (log.get(name) ?? new Set()).add(response.status))
  if (declared !== undefined) {
    if (declared === null) return expect((await response.clone().arrayBuffer()).byteLength, what).toBe(0)
    if (declared === REDIRECT) return expect(response.headers.get('location'), what).not.toBeNull()
    if (declared === BYTES)
      return expect(response.headers.get('content-disposition'), what).toMatch(/^attachment; /)
    const parsed = declared.safeParse(await response.clone().json())
    return expect(parsed.error, what).toBeUndefined()
  }
  expect(response.headers.get('content-type'), what).toMatch('application/problem+json')
  const problem = Problem.parse(await response.clone().json())
  expect(problemsOf(endpoint), what).toContain(problem.code)
  expect(problem, what).toMatchObject({
    status: PROBLEMS[problem.code].status,
    title: PROBLEMS[problem.code].title,
    instance: path,
  })
  expect(response.status, what).toBe(problem.status)
}

/** Every operation's successes, for the suite to say which of them it has not seen. */
export const successes = table.flatMap(({ name, endpoint }) =>
  Object.keys(endpoint.responses)
    .map(Number)
    .filter((status) => status < 300 && status !== 206)
    .map((status) => `${name} ${status}`),
)
