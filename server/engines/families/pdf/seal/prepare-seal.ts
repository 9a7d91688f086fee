import type { PDFImage } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { fillForm } from '../form/fill.ts'
import { arrayAt, at, dictAt } from '../form/objects.ts'
import type { PageNode } from '../form/pages.ts'
import { xfaOf } from '../form/read-form.ts'
import { type Form, readForm } from '../form/tree.ts'
import { Typesetter } from '../form/typeset.ts'
import { loadImage } from '../marks/put-marks.ts'
import { QpdfError } from '../qpdf.ts'
import { Changes } from '../save/changes.ts'
import { type Opened, openForEditing, SIGNATURE_LOST } from '../save/open.ts'
import { pageMissing, type SavedFile } from '../save/pages.ts'
import { proveWhole, type SaveContext } from '../save/save-edits.ts'
import { type Edited, type PdfToolkit, proveResult } from '../toolkit.ts'
import { certificatePages } from './certificate.ts'
import { flattenForm } from './flatten-form.ts'
import { Letters } from './letters.ts'
import type { SealOptions } from './options.ts'
import { PageLayer } from './page-layer.ts'
import { A4, LETTER, type Paper } from './page-layout.ts'
import { addPages, ownPages } from './page-tree.ts'
import { putStamps } from './put-stamps.ts'
import { reserveSignaturePlaceholder } from './reserve-placeholder.ts'

/**
 * Prepares a completed document for its seal, as an incremental update: draws values, fills and
 * flattens the form, appends the certificate and reserves the signature placeholder.
 * @throws `source_encrypted`, `source_damaged`, `option_refused`
 */
export async function prepareSeal(
  context: SaveContext,
  files: readonly SavedFile[],
  options: SealOptions,
): Promise<Edited> {
  const [file] = files
  if (!file) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  try {
    return await attempt(context, file, files, options, false)
  } catch (error) {
    const faulty =
      error instanceof QpdfError ||
      (error instanceof EngineFailure && (error.code === 'source_damaged' || error.code === 'output_wrong'))
    if (!faulty) throw error
    // The original file had faults; a rewritten one has none.
    return await attempt(context, file, files, options, true)
  }
}

async function attempt(
  context: SaveContext,
  file: SavedFile,
  files: readonly SavedFile[],
  { stamps, form: values, certificate, seal }: SealOptions,
  repair: boolean,
): Promise<Edited> {
  const { toolkit, maxPixels, report } = context
  if (!seal) throw new EngineFailure('option_refused', sentence`It is not said whose seal it is. Name it.`)
  const opened = await openForEditing(toolkit, file.bytes, '', repair)
  const { document } = opened
  const form = readForm(document)
  const signed = opened.asItCame && isSigned(form)
  const warnings = opened.warnings.filter((one) => !(opened.asItCame && one === SIGNATURE_LOST))
  const changes = new Changes(document)
  changes.dropUsageRights()
  const letters = new Letters(document)
  const known = new Map<number, PDFImage>()
  const imageOf = (index: number) => loadImage(document, index, files, known, maxPixels)

  report(sentence`Writing values on pages`, null)
  const pages = ownPages(document, changes)
  const layers = new Map<PageNode['ref'], PageLayer>()
  const layerOf = (page: PageNode) => {
    const layer = layers.get(page.ref) ?? new PageLayer(page)
    layers.set(page.ref, layer)
    return layer
  }
  await finishForm({ ...form, pages }, values, { letters, layerOf, changes, signed, warnings })
  for (const { page } of stamps) if (!pages[page - 1]) throw pageMissing('value', page, pages.length)
  await putStamps(pages, stamps, { letters, layerOf, imageOf, warnings })
  for (const layer of layers.values()) layer.write(changes)

  let added = 0
  if (certificate) {
    report(sentence`Writing the certificate`, null)
    const means = { document, letters, paper: paperOf(pages), imageOf }
    const sheets = await certificatePages(certificate, means)
    addPages(document, sheets, changes)
    added = sheets.length
  }
  if (letters.unknown.size > 0) {
    const some = [...letters.unknown].slice(0, 10).join(' ')
    warnings.push(sentence`No font on this server has these characters, which were replaced: ${some}`)
  }
  report(sentence`Making room for the seal`, null)
  const words = { name: letters.plain(seal.name), reason: letters.plain(seal.reason), at: new Date(seal.at) }
  const { bytes } = await reserveSignaturePlaceholder(opened.bytes, document, words, seal.room, changes)
  const made = { bytes, pages: opened.pages + added, warnings }
  report(sentence`Checking the result`, null)
  await prove(toolkit, opened, made)
  return made
}

async function prove(toolkit: PdfToolkit, { asItCame }: Opened, made: Edited): Promise<void> {
  if (asItCame) await proveWhole(toolkit, made.bytes)
  await proveResult(toolkit, made)
}

interface Finish {
  letters: Letters
  layerOf(page: PageNode): PageLayer
  changes: Changes
  signed: boolean
  warnings: Sentence[]
}

/** Fills and flattens the PDF's own form. */
async function finishForm(
  form: Form,
  values: SealOptions['form'],
  { letters, layerOf, changes, signed, warnings }: Finish,
): Promise<void> {
  if (!form.acroForm && form.fields.length === 0 && values.length === 0) return
  const set = new Typesetter(form.document)
  if (values.length > 0) {
    if (xfaOf(form) === 'only') throw onlyXfa()
    const texts = new Set(form.fields.filter(({ type }) => type === 'text').map(({ name }) => name))
    const given = values.map(({ field, value }) => [
      field,
      typeof value === 'string' && texts.has(field) ? letters.plain(value) : value,
    ])
    await fillForm(form, Object.fromEntries(given), set, changes)
  }
  if (!signed) await flattenForm(form, layerOf, set, changes)
  else if (form.fields.some(({ type }) => type !== 'signature'))
    warnings.push(
      sentence`The PDF was signed before, so that its form stays a form. The values in it are sealed.`,
    )
  if (signed && String(at(form.document.catalog, 'Perms')).includes('/DocMDP'))
    warnings.push(sentence`An earlier signature does not allow changes. PDF readers will report the change.`)
}

/** Whether a signature field of the file has a signature. */
const isSigned = ({ fields }: Form): boolean =>
  fields.some(({ type, chain }) => {
    const value = type === 'signature' ? chain.map((dict) => dictAt(dict, 'V')).find(Boolean) : undefined
    return value !== undefined && arrayAt(value, 'ByteRange') !== undefined
  })

/** The paper size that matches the first page: US Letter or A4. */
function paperOf([first]: readonly PageNode[]): Paper {
  const [left, bottom, right, top] = first?.box ?? [0, 0, A4.width, A4.height]
  const short = Math.min(right - left, top - bottom)
  return [612, 792].some((width) => Math.abs(short - width) < 4) ? LETTER : A4
}

const onlyXfa = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`The form is written in XFA alone, which cannot be filled here. Open it in a program that shows it, and print it to PDF.`,
  )
