import { readFileSync, writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'

/**
 * Runs the bare library in a separate process, like the child of an engine: reads a form, sets the
 * values and writes it. Answers each task with the milliseconds.
 */
export interface FormTask {
  from: string
  to: string
  fields: Record<string, string | boolean>
}

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ from, to, fields }: FormTask) => {
  const began = performance.now()
  const document = await PDFDocument.load(readFileSync(from))
  const form = document.getForm()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.getTextField(name).setText(value)
    else if (value) form.getCheckBox(name).check()
  }
  writeFileSync(to, await document.save())
  process.send?.(performance.now() - began)
})
process.send?.(0)
