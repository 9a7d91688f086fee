import type { z } from 'zod'
import { archiveEngines } from './families/archive/module.ts'
import { browserEngines } from './families/browser/module.ts'
import { comicEngines } from './families/comic/module.ts'
import { dataEngines } from './families/data/module.ts'
import { documentEngines } from './families/document/module.ts'
import { drawingEngines } from './families/drawing/module.ts'
import { fontEngines } from './families/font/module.ts'
import { imageEngines } from './families/image/module.ts'
import { IWORK_READER, throughPreview } from './families/iwork/convert.ts'
import { iworkEngines } from './families/iwork/module.ts'
import { throughPage } from './families/mail/convert.ts'
import { MAIL_READER, mailEngines } from './families/mail/module.ts'
import { mediaEngines } from './families/media/module.ts'
import { MOBI_READER, throughEpub } from './families/mobi/convert.ts'
import { mobiEngines } from './families/mobi/module.ts'
import { modelEngines } from './families/model/module.ts'
import { ocrEngines } from './families/ocr/module.ts'
import { officeEngines } from './families/office/module.ts'
import { editsPdf, pdfEngines } from './families/pdf/module.ts'
import { withPdfPassword } from './families/pdf/unlock-pdf.ts'
import { scanEngines } from './families/scan/module.ts'
import { SIGNED_READER, throughSignature } from './families/signed/convert.ts'
import { signedEngines } from './families/signed/module.ts'
import { subtitleEngines } from './families/subtitle/module.ts'
import { UNLOCKER, unlockEngines } from './families/unlock/module.ts'
import { withPassword } from './families/unlock/unlock.ts'
import type { CatalogEntry, EngineModule, Installed } from './kernel/module.ts'

/**
 * All engines of Filewright. If two support the same conversion, the first module or entry is used.
 */
export const MODULES: readonly EngineModule[] = [
  unlockEngines,
  officeEngines,
  pdfEngines,
  ocrEngines,
  scanEngines,
  browserEngines,
  documentEngines,
  imageEngines,
  fontEngines,
  mediaEngines,
  modelEngines,
  subtitleEngines,
  drawingEngines,
  archiveEngines,
  dataEngines,
  comicEngines,
  mailEngines,
  signedEngines,
  mobiEngines,
  iworkEngines,
]

/** All operations of the installed engines, with one engine for each pair of formats. */
export function buildCatalog(installed: Installed): CatalogEntry[] {
  const taken = new Set<string>()
  const entries: CatalogEntry[] = []
  const offered = MODULES.flatMap((module) => module.entries(installed))
  if (installed.has(MAIL_READER)) offered.push(...throughPage(offered))
  if (installed.has(MOBI_READER)) offered.push(...throughEpub(offered))
  for (const entry of installed.has(UNLOCKER) ? offered.flatMap(withPassword) : offered) {
    const { operation } = entry
    const [target = ''] = operation.to
    const key = (from: string) => `${operation.operation} ${from} ${target}`
    const from = operation.from.filter((format) => !taken.has(key(format)))
    for (const format of from) taken.add(key(format))
    if (from.length > 0) entries.push({ ...entry, operation: { ...operation, from } })
  }
  if (installed.has(SIGNED_READER)) entries.push(...throughSignature(entries))
  if (installed.has(IWORK_READER) && installed.has('PDFium')) entries.push(...throughPreview(entries))
  return editsPdf(installed) ? entries.flatMap(withPdfPassword) : entries
}

export type CheckedOptions =
  | { ok: true; options: Record<string, unknown> }
  | { ok: false; errors: { path: string; message: string }[] }

/** Applies the defaults, or returns an error per invalid option. */
export function parseOptions(schema: z.ZodType<Record<string, unknown>>, options: unknown): CheckedOptions {
  const parsed = schema.safeParse(options ?? {})
  if (parsed.success) return { ok: true, options: parsed.data }
  return {
    ok: false,
    errors: parsed.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((path) => ({ path, message: 'This operation does not have this option.' }))
      }
      return [{ path: issue.path.join('.'), message: sentence(issue) }]
    }),
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}.`
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}.`
  if (issue.code === 'invalid_type')
    return `Must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}.`
  return issue.message.endsWith('.') ? issue.message : `${issue.message}.`
}
