import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'

const A4: [number, number] = [595, 842]
const WORDS =
  'river stone garden winter letter window silver orange market bridge summer castle forest engine paper mirror'.split(
    ' ',
  )

/** So many words, always the same ones; `seed` begins elsewhere. */
export function prose(count: number, seed = 0): string {
  const words = Array.from(
    { length: count },
    (_, index) => WORDS[(index * 7 + seed * 3 + (index >> 3)) % WORDS.length],
  )
  return `${words.join(' ')}.`.replace(/^./, (letter) => letter.toUpperCase())
}

/** Sets text in lines of a width; returns where the next line would stand. */
export function setText(
  page: PDFPage,
  font: PDFFont,
  text: string,
  { x, y, width, size = 10 }: { x: number; y: number; width: number; size?: number },
): number {
  let at = y
  let line = ''
  const draw = () => {
    page.drawText(line, { x, y: at, size, font })
    at -= size * 1.25
    line = ''
  }
  for (const word of text.split(' ')) {
    if (font.widthOfTextAtSize(`${line} ${word}`, size) > width) draw()
    line = line === '' ? word : `${line} ${word}`
  }
  draw()
  return at
}

/**
 * A title across the page, and two columns of two paragraphs each; the first column goes on in the
 * second.
 */
export async function twoColumns(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  const page = document.addPage(A4)
  page.drawText('On rivers and stones', { x: 200, y: 770, size: 20, font })
  setText(page, font, `Abstract first. ${prose(60)}`, { x: 50, y: 740, width: 495 })
  for (const [column, x] of [50, 310].entries()) {
    const next = setText(page, font, `Column${column}start ${prose(150, column)}`, { x, y: 640, width: 235 })
    setText(page, font, `Column${column}second ${prose(90, column + 2)} Column${column}end`, {
      x: x + 12,
      y: next,
      width: 223,
    })
  }
  return document.save()
}

/** A ruled table with a merged cell, an unruled one, and text around both. */
export async function tables(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const page = document.addPage(A4)
  setText(page, font, prose(60), { x: 50, y: 780, width: 495 })
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    page.drawLine({ start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 1, color: rgb(0, 0, 0) })
  for (const y of [700, 680, 660, 640]) line(50, y, 350, y)
  for (const x of [50, 350]) line(x, 640, x, 700)
  line(150, 660, 150, 700)
  line(250, 640, 250, 700)
  for (const [at, text] of ['Fruit', 'Weight', 'Price'].entries())
    page.drawText(text, { x: 55 + 100 * at, y: 686, size: 10, font: bold })
  for (const [at, text] of ['Apple', '12 kg', '$30'].entries())
    page.drawText(text, { x: 55 + 100 * at, y: 666, size: 10, font })
  page.drawText('All together', { x: 55, y: 646, size: 10, font })
  page.drawText('$99', { x: 255, y: 646, size: 10, font })
  setText(page, font, prose(40, 1), { x: 50, y: 610, width: 495 })
  const rows = [
    ['City', 'Country', 'People'],
    ['Aachen', 'Germany', '249070'],
    ['Bergen', 'Norway', '289330'],
    ['Cork', 'Ireland', '222526'],
    ['Dijon', 'France', '159346'],
  ]
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries())
      page.drawText(text, {
        x: 80 + 140 * column,
        y: 550 - 16 * row,
        size: 10,
        font: row === 0 ? bold : font,
      })
  setText(page, font, prose(40, 2), { x: 50, y: 450, width: 495 })
  return document.save()
}

/** A page of text with an image in it. */
export async function illustrated(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage(A4)
  const next = setText(page, font, `Above. ${prose(60)}`, { x: 50, y: 780, width: 495 })
  const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } })
  const half = sharp({
    create: { width: 80, height: 80, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } },
  })
  page.drawImage(await document.embedJpg(await red.jpeg().toBuffer()), {
    x: 150,
    y: next - 210,
    width: 300,
    height: 200,
  })
  page.drawImage(await document.embedPng(await half.png().toBuffer()), {
    x: 50,
    y: next - 320,
    width: 80,
    height: 80,
  })
  setText(page, font, `Below. ${prose(60, 1)}`, { x: 50, y: next - 350, width: 495 })
  return document.save()
}

/** Pages with a header, a footer that counts, and paragraphs that go on from one to the next. */
export async function book(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  for (let index = 0; index < pages; index++) {
    const page = document.addPage(A4)
    page.drawText('A book about letters', { x: 50, y: 805, size: 9, font })
    page.drawText(`Page ${index + 1} of ${pages}`, { x: 270, y: 30, size: 9, font })
    if (index === 0) page.drawText('Beginnings', { x: 50, y: 770, size: 18, font })
    let y = index === 0 ? 740 : 770
    for (let at = 0; y > 180; at++)
      y = setText(page, font, prose(70, at + index), { x: 50, y, width: 495 }) - 6
    setText(page, font, prose(120, index).slice(0, -1), { x: 50, y, width: 495 })
  }
  return document.save()
}

/**
 * What broke once: signs that a markup language takes for its own, controls, letters drawn twice,
 * turned and outside.
 */
export async function oddities(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage(A4)
  const at = (text: string, x: number, y: number, more = {}) =>
    page.drawText(text, { x, y, size: 11, font, ...more })
  at('It costs $5 or $6, about ~7 and ~8, x^2 and y^3, *no* _emphasis_ <b>here</b> & there.', 50, 780)
  at('Twice', 50, 750)
  at('Twice', 50.3, 750)
  at('Outside', 50, 900)
  at('Sideways', 560, 400, { rotate: degrees(90) })
  at('Tiny', 50, 720, { size: 0.1 })
  return document.save()
}

/**
 * Text as an image that fills the page, as a scanner makes it; with pages of text before it where
 * `mixed` says so.
 */
export async function scan({ mixed }: { mixed: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  if (mixed) setText(document.addPage(A4), font, `Typed. ${prose(50)}`, { x: 50, y: 780, width: 495 })
  const lines = ['The quick brown fox jumps', 'over the lazy dog and', 'reads a printed letter.']
  const text = lines.map((line, index) => `<text x="120" y="${300 + 90 * index}">${line}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="white"/><g font-family="DejaVu Sans, Liberation Sans" font-size="60">${text}</g></svg>`
  const jpeg = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg().toBuffer()
  const page = document.addPage(A4)
  page.drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, width: A4[0], height: A4[1] })
  return document.save()
}
