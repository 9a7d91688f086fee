import { digits, milliseconds, spread } from './figures.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

/**
 * Maximum relative difference of the two medians, so that the time does not reveal who has an
 * account.
 */
const APART = 0.1

interface Pair {
  what: string
  known(at: number): Promise<number>
  unknown(at: number): Promise<number>
}

/** Checks that the response time does not reveal who has an account. */
export const signIn: Bench = {
  name: 'sign-in',
  title: 'Sign-in of known and unknown users',
  run: ({ quick }) =>
    withServer(
      async ({ url }) => {
        const tries = quick ? 10 : 200
        const people = Array.from({ length: 5 }, (_, at) => `person${at}`)
        for (const username of people) {
          const account = { username, email: `${username}@mail.example`, password: 'only for this run' }
          await timed(url, '/api/v1/user/auth/signup/', account, 201)
        }
        const knownName = (at: number) => people[at % people.length] as string
        const pairs: Pair[] = [
          {
            what: 'sign-in with a wrong password',
            known: (at) => logIn(url, knownName(at)),
            unknown: (at) => logIn(url, `nobody${at % 5}`),
          },
          {
            what: 'password reset',
            known: (at) => reset(url, knownName(at)),
            unknown: (at) => reset(url, `nobody${at % 5}`),
          },
        ]
        const rows: string[][] = []
        for (const { what, known, unknown } of pairs) {
          const times = { known: [] as number[], unknown: [] as number[] }
          for (let at = -4; at < tries; at++) {
            // The order alternates, so that neither benefits from the warm-up of the other.
            const first = at % 2 === 0
            const one = first ? await known(at + 4) : await unknown(at + 4)
            const two = first ? await unknown(at + 4) : await known(at + 4)
            if (at < 0) continue
            times.known.push(first ? one : two)
            times.unknown.push(first ? two : one)
          }
          const [here, nowhere] = [spread(times.known), spread(times.unknown)]
          const apart = Math.abs(here.median / nowhere.median - 1)
          rows.push([
            what,
            milliseconds(here),
            milliseconds(nowhere),
            `${digits(apart * 100)} %`,
            `≤ ${APART * 100} %`,
            verdict(apart <= APART),
          ])
        }
        return {
          columns: ['request', 'known user', 'unknown user', 'difference of medians', 'target', 'verdict'],
          rows,
          notes: [
            `Medians (low..high) of ${tries} responses each. The requests alternate and are sent one after another. Rate limits are off.`,
          ],
        }
      },
      { RATE_LIMITS: '0' },
    ),
}

const logIn = (url: string, username: string) =>
  timed(url, '/api/v1/user/auth/login/', { username, password: 'not the one' }, 401)
const reset = (url: string, name: string) =>
  timed(url, '/api/v1/user/auth/password-reset/', { email: `${name}@mail.example` }, 202)

async function timed(url: string, path: string, body: object, status: number): Promise<number> {
  const began = performance.now()
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  const took = performance.now() - began
  if (response.status !== status) throw new Error(`${path} returned ${response.status}`)
  return took
}
