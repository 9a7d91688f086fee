import { laid } from '../pdf/edit/stamp.ts'
import { rewrite } from '../pdf/qpdf.ts'
import type { PdfToolkit, Source } from '../pdf/toolkit.ts'

/** Adds invisible text layers to pages for selection and search. A layer is a one-page PDF. */
export async function addLayers(
  toolkit: PdfToolkit,
  source: Source,
  layers: readonly { page: number; layer: Uint8Array }[],
): Promise<Uint8Array> {
  if (layers.length === 0) return source.bytes
  const names = layers.map((_, index) => `${index}.pdf`)
  const stamps = await rewrite(
    toolkit.qpdf,
    ['--empty', '--pages', ...names.flatMap((name) => [`/${name}`, '1']), '--', '/result.pdf'],
    Object.fromEntries(layers.map(({ layer }, index) => [`${index}.pdf`, layer])),
  )
  const chosen = layers.map(({ page }, stamp) => ({ page, stamp }))
  return (await laid(toolkit, source, stamps, chosen, 'overlay')).bytes
}
