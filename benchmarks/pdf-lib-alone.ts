import { readFileSync, writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'

/**
 * The bare library in a process of its own, as an engine's child has it: it reads a form, gives fields their values and
 * writes the form. Told a task, it says how many milliseconds that took.
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
