import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'

/** A PDF of one A4 page with these lines; the first is its heading. */
export async function pageOf(lines: readonly string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  lines.forEach((line, at) => {
    page.drawText(line, { x: 72, y: 742 - at * 36, size: at === 0 ? 24 : 14 })
  })
  return Buffer.from(await pdf.save())
}

/**
 * A PDF of A4 pages that a contract could have: its title, numbered clauses, and room for
 * signatures at the foot of the last.
 */
export async function contractOf(title: string, clauses: readonly string[], pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  const heading = await pdf.embedFont(StandardFonts.TimesRomanBold)
  pdf.setTitle(title)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([595, 842])
    page.drawText(title, { x: 72, y: 764, size: number === 1 ? 20 : 11, font: heading })
    page.drawText(`Page ${number} of ${pages}`, { x: 72, y: 48, size: 9, font })
    let y = 724
    clauses.forEach((clause, at) => {
      for (const line of wrap(`${number}.${at + 1}  ${clause}`, font, 11, 451)) {
        page.drawText(line, { x: 72, y, size: 11, font })
        y -= 16
      }
      y -= 10
    })
  }
  return Buffer.from(await pdf.save())
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && font.widthOfTextAtSize(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
