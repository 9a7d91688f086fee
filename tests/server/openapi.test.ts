import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { openApiDocument } from '../../server/openapi.ts'

interface OperationObject {
  requestBody?: { content: Record<string, { example?: object }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

const folder = mkdtempSync(join(tmpdir(), 'filewright-openapi-'))
const file = join(folder, 'openapi.json')
const document = openApiDocument('1.2.3')
writeFileSync(file, JSON.stringify(document))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bin = (name: string) => join(import.meta.dirname, '..', '..', 'node_modules', '.bin', name)
const env = {
  PATH: process.env.PATH,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  CI: 'true',
}
const lint = (command: string, ...args: string[]) => {
  try {
    return execFileSync(bin(command), args, { env, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}${stderr}`)
  }
}

it('is clean under redocly lint', () => {
  lint('redocly', 'lint', '--config', 'redocly.yaml', file)
})

it('is clean under spectral lint', { timeout: 180_000 }, () => {
  expect(lint('spectral', 'lint', '--ruleset', '.spectral.yaml', '--fail-severity', 'hint', file)).toMatch(
    /No results/,
  )
})

it('has every operation, every body by name, and an example of every problem', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const [name, endpoint] of Object.entries(contract)) {
    const method = endpoint.method.toLowerCase() as 'get'
    const operation = document.paths?.[endpoint.path]?.[method]
    expect(operation?.operationId).toBe(name)
    for (const [status, response] of Object.entries(operation?.responses ?? {})) {
      for (const [type, { schema, examples }] of Object.entries(
        (response as { content?: Record<string, { schema: object; examples?: object }> }).content ?? {},
      )) {
        if (type === 'application/octet-stream') continue
        expect(schema, `${name} ${status}`).toHaveProperty('$ref')
        if (type === 'application/problem+json')
          expect(Object.keys(examples ?? {}).length, `${name} ${status}`).toBeGreaterThan(0)
      }
    }
  }
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(
    expect.arrayContaining(['Conversion', 'Problem', 'ProblemCode', 'User', 'Health']),
  )
})

it('has an example of every body, as the operation takes and answers it', () => {
  const missing: string[] = []
  const wrong: unknown[] = []
  const check = (what: string, schema: z.ZodType, example: unknown) => {
    if (example === undefined) {
      missing.push(what)
      return
    }
    const { data, error } = schema.safeParse(example)
    if (error) wrong.push([what, z.prettifyError(error)])
    else return data
  }
  for (const [name, endpoint] of Object.entries(contract as Record<string, Endpoint>)) {
    const method = endpoint.method.toLowerCase() as 'get'
    const operation = document.paths?.[endpoint.path]?.[method]
    const { requestBody, responses } = operation as unknown as OperationObject
    for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
      if (endpoint.form) {
        // A file is its name, which the schema of a file is not for.
        if (!example) missing.push(`${name} ${type}`)
        expect(Object.keys(endpoint.form.shape), name).toEqual(
          expect.arrayContaining(Object.keys(example ?? {})),
        )
      } else if (endpoint.json) check(`${name} ${type}`, endpoint.json, example)
    }
    for (const [status, schema] of Object.entries(endpoint.responses)) {
      if (Number(status) >= 300 || schema === null || typeof schema === 'string') continue
      const { example } = responses[status]?.content?.['application/json'] ?? {}
      const answered = check(`${name} ${status}`, schema, example)
      // Every property of the answer is one of the schema's.
      if (answered) expect(example, name).toEqual(answered)
    }
  }
  expect({ missing, wrong }).toEqual({ missing: [], wrong: [] })
})
