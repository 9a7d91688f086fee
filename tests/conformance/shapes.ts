import { expect } from 'vitest'
import type { Answer } from './client.ts'

export const UUID = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
export const TEXT = expect.stringMatching(/./)
export const NUMBER = expect.any(Number)
export const BOOLEAN = expect.any(Boolean)
export const LIST = expect.any(Array)
export const OBJECT = expect.any(Object)
export const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/)

export const STORED_FILE = {
  id: UUID,
  file_name: TEXT,
  s3_key: TEXT,
  file_size_bytes: NUMBER,
  storage_bytes_recorded: NUMBER,
  created_at: INSTANT,
  updated_at: INSTANT,
}

/** Holds an answer to a status, and its JSON to the fields that the specification names. */
export function expectJson(answer: Answer, status: number, fields: object) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.type).toBe('application/json')
  expect(answer.body).toMatchObject(fields)
}

export function expectNothing(answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(204)
  expect(answer.bytes.length).toBe(0)
}

/** Holds a download to its media type, its name and the bytes that its format begins with. */
export function expectFile(answer: Answer, type: string | RegExp, name: string | RegExp, magic = '') {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.type).toMatch(type)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(answer.headers.get('content-disposition')).toMatch(name)
  expect(Buffer.from(answer.bytes.subarray(0, magic.length)).toString('latin1')).toBe(magic)
  expect(answer.bytes.length).toBeGreaterThan(0)
}

/** Every error is a problem document: RFC 9457, with a code. */
export function expectProblem(answer: Answer, ...statuses: number[]) {
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status)
  expect(answer.type).toBe('application/problem+json')
  expect(answer.body).toMatchObject({
    type: TEXT,
    title: TEXT,
    status: answer.status,
    detail: TEXT,
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: TEXT,
  })
}

/** A list as every list is: its numbers, and the rows. */
export function expectList(answer: Answer, row: object) {
  expectJson(answer, 200, { count: NUMBER, total_pages: NUMBER, page: 1, page_size: 20, results: LIST })
  expect(answer.body.results.length).toBeGreaterThan(0)
  expect(answer.body.results[0]).toMatchObject(row)
}

/**
 * What a convert operation answers: both names that the specification uses for the identifier, and
 * for the state.
 */
export function expectAccepted(answer: Answer) {
  expectJson(answer, 202, { conversion_id: UUID, id: UUID, status: 'pending', state: 'pending' })
  expect(answer.body.id).toBe(answer.body.conversion_id)
}

/** A conversion that is done: `status`, and where its result is. */
export function expectConversion(answer: Answer, fields: object = {}) {
  expectJson(answer, 200, {
    conversion_id: UUID,
    status: 'completed',
    state: 'completed',
    download_url: expect.stringMatching(/^(https?:\/\/[^/]+)?\/api\/v1\//),
    output: { filename: TEXT, format: TEXT, size_bytes: NUMBER },
    created_at: INSTANT,
    completed_at: INSTANT,
    error: null,
    ...fields,
  })
}
