import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { contract, pathsOf } from '../contract/contract.ts'
import { BYTES, type Endpoint } from '../contract/endpoint.ts'
import type { Recorded } from '../tests/examples/recorder.ts'

/**
 * Writes the examples of the OpenAPI document (`npm run examples`) from calls of the conformance
 * run; those of operations that the specification lacks, from the contract's suite. Ids, tokens,
 * names of accounts and addresses are replaced by invented ones, which are the same in every run.
 */
const SUITES = [
  ['conformance', 'tests/conformance/conformance.test.ts'],
  ['contract', 'tests/contract/server.test.ts'],
] as const

const calls = withScratch((folder) => {
  const recording = join(folder, 'calls.jsonl')
  for (const [project, file] of SUITES)
    execFileSync('vitest', ['run', '--project', project, file], {
      env: { ...process.env, RECORD_EXAMPLES: recording },
      stdio: 'inherit',
    })
  return readFileSync(recording, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded)
})

function withScratch<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-examples-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const parameters = (path: string) => path.split('{').length

/**
 * Every path of the contract; one that is named in full comes before one with a parameter in its
 * place.
 */
const routes = Object.entries(contract as Record<string, Endpoint>)
  .flatMap(([name, endpoint]) => pathsOf(endpoint).map((path) => ({ name, path, method: endpoint.method })))
  .sort((one, other) => parameters(one.path) - parameters(other.path))
  .map(({ path, ...route }) => ({ ...route, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))

const operationOf = ({ method, path }: Recorded) =>
  routes.find((route) => route.method === method && route.pattern.test(path))?.name

const byOperation = Map.groupBy(calls, operationOf)

interface Example {
  request?: unknown
  responses: Record<string, unknown>
}

/** The answer that says most in few words. */
function richest(answers: Recorded[]): Recorded | undefined {
  const size = ({ body }: Recorded) => JSON.stringify(cut(body)).length
  const sorted = answers.toSorted((one, other) => size(other) - size(one))
  return sorted.find((answer) => size(answer) < 2500) ?? sorted.at(-1)
}

/**
 * The first two of each list, of each map of lists, and of the options of an operation; all values
 * that an option may have.
 */
function cut(value: unknown): unknown {
  // A list of points is a shape, which half of its corners are not.
  if (Array.isArray(value)) return value.every(Array.isArray) ? value : value.slice(0, 2).map(cut)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  const kept = entries.every(([, inner]) => Array.isArray(inner)) ? entries.slice(0, 2) : entries
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      name === 'enum' ? inner : cut(name === 'properties' && isMap(inner) ? firstTwo(inner) : inner),
    ]),
  )
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const firstTwo = (map: object) => Object.fromEntries(Object.entries(map).slice(0, 2))

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const TOKEN = /[A-Za-z0-9_-]{20,}|\b[A-Z\d]{4}-[A-Z\d]{4}\b/g
const USERNAME = /(tester|talker)[a-z\d]{8,}/g
const STAMP = /\.[a-z\d]{8}(?=@)|(?<=guest)\d{13}/g
/** A PNG or a certificate, which is shown as it is. */
const BASE64 = /^(iVBOR|MII)/
/** Characters of an API key that are shown in lists. */
const API_KEY_PREFIX = 7
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const MIXED = `${BASE32}${BASE32.toLowerCase()}`
/** A backup code. */
const SPLIT = /^[A-Z\d]{4}-[A-Z\d]{4}$/
const NAMES = ['ada', 'bruno', 'chiara', 'dai']

/** Replaces what belongs to one run; equal values stay equal within an operation. */
function stabilizer(operation: string) {
  const replaced = new Map<string, string>()
  const once = (found: string, make: (seed: string) => string) => {
    if (!replaced.has(found)) replaced.set(found, make(`${operation} ${replaced.size}`))
    return replaced.get(found) as string
  }
  const names = new Map<string, string>()
  const nameOf = (found: string) => {
    if (!names.has(found)) names.set(found, NAMES[names.size] as string)
    return names.get(found) as string
  }
  const text = (value: string) => {
    if (BASE64.test(value)) return value
    return value
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://filewright.example')
      .replace(/http%3A%2F%2F127\.0\.0\.1%3A\d+/g, 'https%3A%2F%2Ffilewright.example')
      .replace(/\b127\.0\.0\.1\b/g, '192.0.2.1')
      .replace(USERNAME, nameOf)
      .replace(STAMP, '')
      .replace(UUID, (found) => once(found, uuid))
      .replace(TOKEN, (found) => (isRandom(found) ? once(found, (seed) => invented(found, seed)) : found))
      .replace(/^\d{6}$/, '482913')
      .replace(/^\+\d{9,}$/, '+351912345678')
      .replace(/•\d\d\b/, '•78')
  }
  return function stable(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(stable)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, stable(inner)]))
  }
}

const hash = (seed: string) => createHash('sha256').update(seed).digest()

function uuid(seed: string): string {
  const hex = hash(seed).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Whether a word is a token, a code or a hash, and no word of a language. */
const isRandom = (word: string) =>
  /^[0-9a-f]{32,}$|^[A-Z2-7]{32}$/.test(word) ||
  SPLIT.test(word) ||
  (/[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word))

/** As long and of the same alphabet; what is shown of an API key stays. */
function invented(word: string, seed: string): string {
  const bytes = Buffer.concat(Array.from({ length: word.length / 32 + 1 }, (_, at) => hash(`${seed} ${at}`)))
  if (/^[0-9a-f]+$/.test(word)) return bytes.toString('hex').slice(0, word.length)
  const letters = /[a-z]/.test(word) ? MIXED : BASE32
  const made = Array.from(bytes.subarray(0, word.length), (byte) => letters[byte % letters.length]).join('')
  if (SPLIT.test(word)) return `${made.slice(0, 4)}-${made.slice(5)}`
  return word.startsWith('fw_') ? word.slice(0, API_KEY_PREFIX) + made.slice(API_KEY_PREFIX) : made
}

/**
 * A form's fields as the document declares them: what may be repeated as a list, and truth values.
 */
function asDeclared(fields: NonNullable<Recorded['form']>, form: z.ZodObject) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const { type } = z.toJSONSchema(form.shape[name], { unrepresentable: 'any' })
      if (type === 'array') return [name, [value].flat()]
      if (type === 'boolean') return [name, form.shape[name].parse(value)]
      return [name, value]
    }),
  )
}

/** What a check found wrong is no example of a request. */
const isRefusal = ({ body }: Recorded) => (body as { valid?: boolean } | undefined)?.valid === false

function exampleOf(name: string, endpoint: Endpoint): Example {
  const recorded = byOperation.get(name) ?? []
  const { form } = endpoint
  const bodyOf = (call: Recorded) => (form ? call.form && asDeclared(call.form, form) : call.json)
  const first = recorded.find((call) => bodyOf(call) !== undefined && !isRefusal(call))
  const responses: Example['responses'] = {}
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    if (schema === null || schema === BYTES) continue
    const answers = recorded.filter((call) => String(call.status) === status)
    const best = first && answers.includes(first) ? first : richest(answers)
    if (best) responses[status] = cut(best.body)
  }
  const example = { ...(first && { request: cut(bodyOf(first)) }), responses }
  return stabilizer(name)(example) as Example
}

const examples = Object.entries(contract).map(([name, endpoint]) => [name, exampleOf(name, endpoint)])
const target = join(import.meta.dirname, '..', 'server', 'openapi-examples.json')
writeFileSync(target, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`)
