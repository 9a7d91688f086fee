import { expect, it } from 'vitest'
import { openApiDocument } from '../../server/openapi.ts'

// Every operation, parameter, schema and property of the document is described.

type Schema = { [key: string]: unknown } & {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
}
interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters?: { name: string; description?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const document = openApiDocument('1') as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const longest = 60

/**
 * The properties under a schema that nothing describes; a reference is described where it leads.
 */
function* undescribed(schema: Schema | undefined, at: string): Generator<string> {
  if (!schema || schema.$ref) return
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!property.description && !property.$ref) yield `${at}.${name}`
    yield* undescribed(property, `${at}.${name}`)
  }
  for (const part of ['anyOf', 'oneOf', 'allOf'])
    for (const each of (schema[part] as Schema[] | undefined) ?? []) yield* undescribed(each, at)
  yield* undescribed(schema.items, `${at}[]`)
}

it('says of each operation more than its summary, which is short', () => {
  expect(operations.length).toBeGreaterThan(190)
  const wrong = operations.filter(
    ({ summary, description = '' }) =>
      summary.length > longest || description.length <= summary.length || description === `${summary}.`,
  )
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

it('describes every parameter', () => {
  const wrong = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ description, schema }) => !description && !schema?.description)
      .map(({ name }) => `${operationId} ${name}`),
  )
  expect(wrong).toEqual([])
})

it('describes every schema and property', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas).filter((name) => !schemas[name]?.description)).toEqual([])
  expect(Object.entries(schemas).flatMap(([name, schema]) => [...undescribed(schema, name)])).toEqual([])
  const inline = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.values(body?.content ?? {}).flatMap(({ schema }) => [...undescribed(schema, operationId)]),
    ),
  )
  expect(inline).toEqual([])
})
