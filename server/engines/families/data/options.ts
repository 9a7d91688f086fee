import { z } from 'zod'
import type { DataFormat } from './formats.ts'

export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

const READ_SEPARATOR = z
  .enum(['auto', 'comma', 'semicolon', 'tab', 'pipe'])
  .default('auto')
  .meta({ title: 'Separator', description: 'Separates the cells of the CSV file.' })
const WRITE_SEPARATOR = z
  .enum(['comma', 'semicolon', 'tab', 'pipe'])
  .default('comma')
  .meta({ title: 'Separator', description: 'Separates the cells of the CSV file.' })
const HEADER = z
  .boolean()
  .default(true)
  .meta({ title: 'Header row', description: 'The first row contains the column names.' })
const TYPES = z.boolean().default(true).meta({
  title: 'Detect numbers',
  description: 'Converts columns of numbers and of true and false. Values such as 007 stay text.',
})
const TABLE = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}/\\<>]*$/u, 'Enter the name of a table')
  .default('')
  .meta({ title: 'Table', description: 'The table to convert; all if empty.' })
const INDENT = z
  .int()
  .min(0)
  .max(8)
  .default(2)
  .meta({ title: 'Indentation', description: 'Spaces for each level.' })

/** The options of a conversion between two data formats. */
export function dataOptions(from: DataFormat, to: DataFormat) {
  return z.strictObject({
    ...(from === 'csv' && { separator: READ_SEPARATOR }),
    ...((from === 'csv' || from === 'tsv') && { header: HEADER, types: TYPES }),
    ...(from === 'sqlite' && { table: TABLE }),
    ...(to === 'csv' && { separator: WRITE_SEPARATOR }),
    ...((to === 'json' || to === 'xml' || to === 'yaml') && { indent: INDENT }),
  })
}
