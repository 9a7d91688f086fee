import { z } from 'zod'
import { ApiProblem } from '../../core/api-problem.ts'

interface Position {
  value: string | number
  id: string
}
interface Order {
  sort_by: string
  sort_dir: string
  cursor?: string | undefined
}

const NUMBERS = new Set(['size_bytes', 'credits_charged'])

const Stored = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.uuid()])

/**
 * Where a page ended, opaque to the caller: the sort order, its value in the last row, and that
 * row's id.
 */
export const encodeCursor = ({ sort_by, sort_dir }: Order, { value, id }: Position) =>
  Buffer.from(JSON.stringify([sort_by, sort_dir, value, id])).toString('base64url')

/** @throws ApiProblem invalid_request where it is not one of ours, or of another sort order */
export function decodeCursor({ sort_by, sort_dir, cursor = '' }: Order): Position {
  try {
    const [by, dir, value, id] = Stored.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const fits = NUMBERS.has(by) ? typeof value === 'number' : typeof value === 'string'
    const dated = by !== 'created_at' || !Number.isNaN(Date.parse(String(value)))
    if (by === sort_by && dir === sort_dir && fits && dated) return { value, id }
  } catch {}
  throw new ApiProblem(
    'invalid_request',
    'The cursor does not belong to this list and order. Start again without it.',
    {
      errors: [{ path: 'cursor', message: 'The cursor does not belong to this list.' }],
    },
  )
}
