import { imageOf, newPaper } from './paper.ts'

const SIDE = 132
let made = 0

/** A font sample. The browser validates the font before use. */
export async function drawFont(bytes: ArrayBuffer): Promise<Blob | null> {
  const family = `thumbnail-${++made}`
  const font = await new FontFace(family, bytes).load()
  document.fonts.add(font)
  try {
    const paper = newPaper({ width: SIDE, height: SIDE })
    if (!paper) return null
    const { canvas, context } = paper
    context.font = `72px "${family}"`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText('Ag', SIDE / 2, SIDE / 2, SIDE - 16)
    return await imageOf(canvas)
  } finally {
    document.fonts.delete(font)
  }
}
