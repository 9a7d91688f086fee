import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ApiProblem } from '../../core/api-problem.ts'
import { invoiceText } from '../../core/billing/invoice.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { findPurchase } from './purchases.ts'

/** The invoice of a purchase, set anew from its row. @throws ApiProblem not_found */
export async function downloadInvoice(ctx: Context, id: string, gone: AbortSignal) {
  const { engines, settings, payments } = ctx.platform
  const row = await findPurchase(ctx, id)
  if (!row.invoiceNumber)
    throw new ApiProblem('not_found', 'This purchase has no invoice because it wasn’t paid.')
  const folder = join(settings.scratch, `invoice-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, 'invoice.json')
    await writeFile(path, JSON.stringify(invoiceText(row, settings, payments.mode === 'sandbox')))
    const output = await engines.run(
      {
        ...{ owner: requireOwner(ctx), folder, operation: 'invoice', target: 'pdf', options: {} },
        inputs: [{ path, format: 'json' }],
      },
      { signal: gone, onProgress: () => {} },
    )
    const bytes = await readFile(output.path)
    return {
      ...{ type: 'application/pdf', filename: `invoice-${row.invoiceNumber}.pdf`, size: bytes.length },
      bytes: Readable.from([bytes]),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
