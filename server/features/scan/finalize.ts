import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { fileNameWith } from '../../../contract/file-name.ts'
import type { FinalizeScanJson, ScanPageSettings, ScanQuote } from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deliveryOf } from '../../core/conversion/delivery-of.ts'
import { submitConversion } from '../../core/conversion/submit-conversion.ts'
import { priceOf } from '../../core/prices.ts'
import { SCAN } from '../../core/scan/after-conversion.ts'
import { holdScan, noteChange, requireOpenScan } from '../../core/scan/change.ts'
import { inOrder } from '../../core/scan/present.ts'
import { owners, type ScanPageRow, scanPages } from '../../core/schema.ts'
import { type Found, ownScan } from './find-scan.ts'

/**
 * Pages of the PDF: a book has two on a photo, and the back of a card stands on the page of its
 * front.
 */
const pagesOf = (settings: readonly Pick<ScanPageSettings, 'layout'>[]): number =>
  settings.reduce(
    (sum, { layout }, at) => sum + (layout === 'book' ? 2 : layout === 'back' && at > 0 ? 0 : 1),
    0,
  )

/**
 * Bytes of a page of print at 200 dots per inch, as photos of office paper gave them on average.
 */
const BYTES: Record<ScanPageSettings['filter'], number> = {
  original: 420_000,
  clean: 330_000,
  grey: 260_000,
  bw: 42_000,
}
/**
 * What another resolution and quality makes of them. A fax grows with its lines, and no quality is
 * chosen.
 */
const JPEG = { small: 0.45, balanced: 1, best: 2.9 } as const
const FAX = { small: 0.7, balanced: 1, best: 1.6 } as const
const TEXT = 5000

/** About how large a PDF is, before any photo is opened. */
function estimatedBytes(settings: readonly ScanPageSettings[], json: FinalizeScanJson): number {
  const images = settings.reduce(
    (sum, { filter }) => sum + BYTES[filter] * (filter === 'bw' ? FAX : JPEG)[json.quality],
    0,
  )
  return Math.round(images + (json.ocr ? TEXT * settings.length : 0))
}

/** What a page costs, and what reading it costs beside. */
const PAGE = SCAN
const OCR = 'scan_ocr'

/** Pages in their order: those whose photo is there, and those that wait for it. */
async function snapshot({ platform }: Context, { session }: Found) {
  const rows = await platform.db
    .select()
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, session.id), isNull(scanPages.deletedAt)))
  const pages = inOrder(rows, session.pageOrder)
  return {
    pages,
    ready: pages.flatMap((page) => (page.photoKey ? [{ ...page, photoKey: page.photoKey }] : [])),
    waiting: pages.filter(({ photoKey }) => !photoKey).map(({ id }) => id),
  }
}

/** The settings of a page as they count for this PDF. */
const settingsFor = ({ settings }: ScanPageRow, { colour }: z.output<typeof FinalizeScanJson>) => ({
  ...settings,
  filter: colour === 'pages' ? settings.filter : colour,
})

/** What a PDF of the pages would cost, and about how large it is. @throws ApiProblem not_found */
export async function quoteScan(
  ctx: Context,
  id: string,
  json: z.output<typeof FinalizeScanJson>,
): Promise<z.input<typeof ScanQuote>> {
  const found = await ownScan(ctx, id)
  const { db } = ctx.platform
  const { pages: rows, waiting } = await snapshot(ctx, found)
  // What waits will be there when the PDF is made.
  const all = rows.map((page) => settingsFor(page, json))
  const pages = pagesOf(all)
  const [page, ocr] = [await priceOf(db, 'document', PAGE), await priceOf(db, 'document', OCR)]
  const [owner] = await db
    .select({ available: owners.creditsAvailable })
    .from(owners)
    .where(eq(owners.id, found.session.ownerId))
  const ocrCredits = json.ocr ? ocr * pages : 0
  return {
    pages,
    waiting: waiting.length,
    page_credits: page * pages,
    ocr_credits: ocrCredits,
    credits: page * pages + ocrCredits,
    available: owner?.available ?? 0,
    size_bytes: estimatedBytes(all, json),
    languages: languagesOf(ctx),
  }
}

/** Languages whose text can be read here, as the catalog's own operation has them. */
function languagesOf({ platform }: Context): { code: string; name: string }[] {
  const [operation] = platform.engines.operations({}).filter((one) => one.operation === 'ocr')
  const option = operation?.options.properties.language
  const codes = Array.isArray(option?.enum) ? option.enum.map(String) : []
  const names = Array.isArray(option?.enumLabels) ? option.enumLabels.map(String) : []
  return codes.map((code, at) => ({ code, name: names[at] ?? code }))
}

/**
 * Makes a PDF of the pages as they are now. What is changed later is not in it; a conversion that
 * fails leaves the session as it was.
 * @returns the conversion's id
 * @throws ApiProblem not_found, scan_closed, scan_incomplete, invalid_options, and as
 * `submitConversion`
 */
export async function finalizeScan(
  ctx: Context,
  id: string,
  json: z.output<typeof FinalizeScanJson>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const found = await ownScan(ctx, id)
  requireOpenScan(ctx.platform, found.session)
  requireLanguages(ctx, json)
  const { ready, waiting } = await snapshot(ctx, found)
  if (waiting.length > 0 && !json.skip_missing)
    throw new ApiProblem(
      'scan_incomplete',
      `${waiting.length === 1 ? 'The photo of one page is' : `The photos of ${waiting.length} pages are`} still being uploaded. Wait for them, or leave them out.`,
      { allowed: waiting },
    )
  const [first] = ready
  if (!first) throw new ApiProblem('scan_incomplete', 'The session has no pages yet. Take a photo first.')
  const settings = ready.map((page) => settingsFor(page, json))
  const name = fileNameWith('.pdf', json.filename ?? (found.session.title || 'Scan'))
  return submitConversion(ctx, {
    route: 'document',
    sources: ready.map(({ photoKey: key }, at) => ({
      key,
      field: 'page_id',
      filename: at === 0 ? name : undefined,
    })),
    request: {
      operation: SCAN,
      target_format: 'pdf',
      options: {
        pages: settings,
        title: json.title,
        page_size: json.page_size,
        margin_mm: json.margin_mm,
        quality: json.quality,
        languages: json.ocr?.languages ?? [],
      },
    },
    idempotencyKey,
    own: true,
    delivery: await deliveryOf(ctx, json.destination),
    charge: { source: 'scan', units: pagesOf(settings), operations: json.ocr ? [PAGE, OCR] : [PAGE] },
    within: async ({ platform }, tx, conversionId) => {
      await holdScan(platform, tx, id)
      await noteChange(platform, tx, id, { conversionId })
    },
  })
}

function requireLanguages(ctx: Context, { ocr }: z.output<typeof FinalizeScanJson>): void {
  if (!ocr) return
  const installed = languagesOf(ctx).map(({ code }) => code)
  const [missing] = ocr.languages.filter((code) => !installed.includes(code))
  if (missing === undefined) return
  throw new ApiProblem(
    'invalid_options',
    `Text in ${JSON.stringify(missing)} cannot be recognized here. Nothing was started.`,
    { errors: [{ path: 'ocr.languages', message: 'Not an installed language.' }], allowed: installed },
  )
}
