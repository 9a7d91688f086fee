import type { PdfEdits } from '../../../../../contract/pdf-edits.ts'
import { EngineFailure } from '../../../kernel/engine.ts'
import type { Report } from '../../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import type { Box, Term } from '../edit/find.ts'
import { flattenKeepingLinks } from '../edit/links.ts'
import { redactAll } from '../edit/redact.ts'
import { fillForm } from '../form/fill.ts'
import { xfaOf } from '../form/read-form.ts'
import { readForm } from '../form/tree.ts'
import { Typesetter } from '../form/typeset.ts'
import { putMarks } from '../marks/put-marks.ts'
import { QpdfError, rewrite } from '../qpdf.ts'
import { type Edited, type PdfToolkit, proveResult } from '../toolkit.ts'
import { Changes } from './changes.ts'
import { type Opened, openForEditing } from './open.ts'
import { arrangePages, pageMissing, type SavedFile } from './pages.ts'
import { writeBehind } from './write.ts'

export interface SaveContext {
  toolkit: PdfToolkit
  maxPixels: number
  report: Report
}

/**
 * Applies edits to the first file: pages, fields, marks, redaction, flattening. If only fields and
 * marks change, the result is an incremental update. The result has been reopened for verification.
 */
export async function saveEdits(
  context: SaveContext,
  files: readonly SavedFile[],
  edits: PdfEdits,
): Promise<Edited> {
  const edited = await attempt(context, files, edits, false)
  context.report(sentence`Checking the result`, null)
  try {
    if (edited.behind) await proveWhole(context.toolkit, edited.bytes)
    await proveResult(context.toolkit, edited)
    return edited
  } catch (error) {
    if (!edited.behind || !(error instanceof EngineFailure || error instanceof QpdfError)) throw error
    // The original file had faults; a rewritten one has none.
    const anew = await attempt(context, files, edits, true)
    await proveResult(context.toolkit, anew)
    return anew
  }
}

/**
 * Checks a whole file: an incremental update is useless if readers fail before it.
 * @throws QpdfError
 */
export async function proveWhole({ qpdf }: PdfToolkit, bytes: Uint8Array): Promise<void> {
  const args = ['--json=2', '--json-key=pages', '/result.pdf', '/pages.json']
  await qpdf(args, { 'result.pdf': bytes }, 'strict')
}

async function attempt(
  context: SaveContext,
  files: readonly SavedFile[],
  edits: PdfEdits,
  repair: boolean,
): Promise<Edited & { behind: boolean }> {
  const { toolkit, maxPixels, report } = context
  const [file] = files
  if (!file) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  let opened = await openForEditing(toolkit, file.bytes, edits.password ?? '', repair)
  const warnings = [...opened.warnings]
  if (edits.pages) {
    report(sentence`Putting pages in order`, null)
    const before = namesIn(opened)
    const source = { original: file.bytes, ...opened }
    const arranged = await arrangePages(
      toolkit,
      source,
      files,
      edits.pages,
      edits.file_passwords ?? {},
      maxPixels,
    )
    if (arranged !== opened.bytes)
      opened = { ...(await openForEditing(toolkit, arranged, '')), asItCame: false }
    // Removed pages take their fields with them; drop the values for those.
    const left = namesIn(opened)
    const filled = Object.entries(edits.fields).filter(([name]) => left.has(name) || !before.has(name))
    edits = { ...edits, fields: Object.fromEntries(filled) }
  }
  const changed = await change(context, opened, files, edits, warnings)
  let bytes = changed.bytes
  let imagePages: number[] = []
  if (isRedacted(edits)) {
    const redacted = await redactAll(
      toolkit,
      { ...opened, original: file.bytes, bytes },
      { terms: edits.redact.terms.map(termOf), presets: [] },
      areasOf(edits.redact.areas, opened.pages),
      maxPixels,
      report,
    )
    bytes = redacted.bytes
    warnings.push(...redacted.warnings)
    imagePages = redacted.imagePages ?? []
  } else if (edits.flatten) {
    report(sentence`Flattening`, null)
    bytes = (await flattenKeepingLinks(toolkit, { ...opened, original: file.bytes, bytes })).bytes
  }
  return {
    bytes,
    pages: opened.pages,
    warnings,
    imagePages,
    behind: changed.behind && bytes === changed.bytes,
  }
}

const namesIn = ({ document }: Opened): Set<string> =>
  new Set(readForm(document).fields.map(({ name }) => name))

const isRedacted = ({ redact }: PdfEdits): boolean => redact.areas.length > 0 || redact.terms.length > 0

const termOf = (term: PdfEdits['redact']['terms'][number]): Term =>
  typeof term === 'string' ? { text: term, match_case: false, whole_words: false } : term

/** Areas by page index from 0. */
function areasOf(areas: PdfEdits['redact']['areas'], pages: number): Map<number, Box[]> {
  const boxes = new Map<number, Box[]>()
  for (const { page, rect } of areas) {
    if (page > pages) throw pageMissing('redaction', page, pages)
    const box: Box = [rect.x, rect.y + rect.height, rect.x + rect.width, rect.y]
    boxes.set(page - 1, [...(boxes.get(page - 1) ?? []), box])
  }
  return boxes
}

/** Fills fields and adds marks. */
async function change(
  { toolkit, maxPixels, report }: SaveContext,
  { bytes, document, asItCame }: Opened,
  files: readonly SavedFile[],
  edits: PdfEdits,
  warnings: Sentence[],
): Promise<{ bytes: Uint8Array; behind: boolean }> {
  const changes = new Changes(document)
  const set = new Typesetter(document)
  if (Object.keys(edits.fields).length > 0) {
    report(sentence`Filling in fields`, null)
    const form = readForm(document)
    const xfa = xfaOf(form)
    if (xfa === 'only') throw onlyXfa()
    await fillForm(form, edits.fields, set, changes)
    if (xfa === 'hybrid')
      warnings.push(
        sentence`The form’s second version (XFA) was removed, since it cannot be filled here. The fields stay.`,
      )
  }
  if (edits.marks.length > 0) {
    report(sentence`Putting marks on pages`, null)
    await putMarks(
      document,
      edits.marks,
      files,
      { maxPixels, still: isRedacted(edits) || edits.flatten },
      set,
      changes,
    )
  }
  if (!changes.any) return { bytes, behind: asItCame }
  changes.dropUsageRights()
  const written = await writeBehind(bytes, document, changes)
  if (written && asItCame) return { bytes: written, behind: true }
  const whole = written ?? (await document.save({ updateFieldAppearances: false, addDefaultPage: false }))
  const packed = await rewrite(toolkit.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
    'source.pdf': whole,
  })
  return { bytes: packed, behind: false }
}

const onlyXfa = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`The form is written in XFA alone, which cannot be filled here. Open it in a program that shows it, and print it to PDF.`,
  )
