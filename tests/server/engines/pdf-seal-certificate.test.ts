import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  digestOf,
  fillSignaturePlaceholder,
  findSignaturePlaceholder,
} from '../../../server/engines/families/pdf/seal/find-placeholder.ts'
import { SEAL_OPTIONS } from '../../../server/engines/families/pdf/seal/options.ts'
import { EngineHarness } from './helpers.ts'
import { hasPoppler, hasQpdf, noise, PdfShop, pagesOf, said } from './pdf-files.ts'
import { certificate, recipient, SEAL, sealFile, signature } from './pdf-seal-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

const sealed = async (path: string, options: object, ...images: [string, string][]) => {
  const files: [string, string][] = [[path, 'pdf'], ...images]
  const output = await pdfs.runAll('seal', files, SEAL_OPTIONS.parse({ seal: SEAL, ...options }))
  return { ...output, path: await sealFile(output.path) }
}
const text = (path: string, ...more: string[]) =>
  Buffer.from(said('pdftotext', '-layout', ...more, path, '-'), 'latin1').toString('utf8')
/** Words that may stand in several lines. */
const flowing = (path: string, ...more: string[]) =>
  Buffer.from(said('pdftotext', '-raw', ...more, path, '-'), 'latin1')
    .toString('utf8')
    .normalize('NFKC')
    .replace(/\s+/g, '')
const squeezed = (words: string) => words.normalize('NFKC').replace(/\s+/g, '')

describe.runIf(hasPoppler)('the certificate of completion', () => {
  it('says who, when, from where and what, and how to verify it', async () => {
    const png = shop.file('a.png', await signature())
    const jpg = shop.file('b.jpg', await noise(300, 80).jpeg().toBuffer())
    const people = [
      recipient(1, { name: 'Иван Сергеевич Тургенев', signature: 1, access: 'email', group: 2 }),
      recipient(2, {
        name: '山田 太郎',
        signature: 2,
        delegated_from: 'Γιώργος',
        device: 'Safari 19 on iPhone',
      }),
      recipient(3, {
        name: 'Carla',
        role: 'copy',
        viewed_at: null,
        consented_at: null,
        done_at: null,
        ip: null,
      }),
    ]
    const one = certificate({ recipients: people })
    const output = await sealed(await pdfs.five(), { certificate: one }, [png, 'png'], [jpg, 'jpg'])
    expect(output).toMatchObject({ pages: 6, warnings: [] })
    if (hasQpdf) expect(said('qpdf', '--check', output.path)).toContain('No syntax or stream encoding errors')
    expect(said('pdfsig', '-nocert', output.path)).toContain('Total document signed')
    const words = flowing(output.path, '-f', '6')
    for (const expected of [
      'Certificate of completion',
      one.title,
      one.file_name,
      one.sha256,
      one.session_id,
      one.verify_url,
      one.end.hash,
      'Signed by 2 people',
      'Иван Сергеевич Тургенев',
      '山田 太郎',
      'In the place of Γιώργος',
      'Safari 19 on iPhone',
      '203.0.113.7',
      'Receives a copy',
      '2026-11-21 09:34:59 UTC',
      '2026-11-22 17:04:05 UTC',
      'It was sent to 2 recipients',
      'Page 1 of 1',
    ])
      expect(words, expected).toContain(squeezed(expected))
    expect(said('pdfimages', '-list', '-f', '6', output.path)).toMatch(/600\s+200[\s\S]*300\s+80/)
    // All fonts are in it, with the letters that are used alone.
    const fonts = said('pdffonts', '-f', '6', output.path).trim().split('\n').slice(2)
    expect(fonts.length).toBeGreaterThan(2)
    for (const font of fonts) expect(font).toMatch(/Identity-H\s+yes\s+\w+\s+yes/)
    expect(readFileSync(output.path).length).toBeLessThan(200_000)
  })

  it('has the address to verify it as a code for cameras', async () => {
    const path = await pdfs.file('a4.pdf', await pagesOf(['A4'], [595.28, 841.89]))
    const one = certificate()
    const output = await sealed(path, { certificate: one })
    const image = `${output.path}.page`
    said('pdftoppm', '-r', '288', '-f', '2', '-singlefile', '-png', output.path, image)
    const { data, info } = await sharp(`${image}.png`).grayscale().raw().toBuffer({ resolveWithObject: true })
    const code = encode(one.verify_url, { ecc: 'M', border: 0 }).data
    const [side, right, top] = [76, 595.28 - 48, 46]
    const seen = code.map((row, y) =>
      row.map((_, x) => {
        const at = (along: number) => ((along + 0.5) * side) / code.length
        const [column, line] = [right - side + at(x), top + at(y)].map((one) => Math.round(one * 4))
        return (data[(line ?? 0) * info.width + (column ?? 0)] ?? 255) < 128
      }),
    )
    expect(seen).toEqual(code)
    const document = await PDFDocument.load(readFileSync(output.path))
    const links = document.getPage(1).node.Annots()?.size()
    expect(links).toBe(2)
  })

  it('goes on over pages, each with its number and the columns’ titles', async () => {
    const png = shop.file('a.png', await signature())
    const people = Array.from({ length: 50 }, (_, index) =>
      recipient(index + 1, { signature: index % 2 ? 1 : null }),
    )
    const events = Array.from({ length: 1000 }, (_, index) => ({
      number: index + 1,
      at: new Date(Date.UTC(2026, 10, 20, 8, 0, index)).toISOString(),
      says: `Event with the word w${index + 1}.`,
      who: `Recipient Number ${(index % 50) + 1}`,
    }))
    const options = { certificate: certificate({ recipients: people, events }) }
    const output = await sealed(await pdfs.five(), options, [png, 'png'])
    const added = (output.pages ?? 0) - 5
    expect(added).toBeGreaterThan(20)
    const pages = text(output.path, '-f', '6').split('\f').slice(0, added)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${added}`)
      expect(page).toMatch(index < 5 ? /Who\s+Signature\s+When/ : /No\.\s+When\s+What\s+Who/)
    }
    const all = pages.join('\n')
    for (const { email } of people) expect(all).toContain(email)
    expect([...all.matchAll(/ w(\d+)\./g)].map(([, number]) => Number(number))).toEqual(
      events.map(({ number }) => number),
    )
    expect(said('pdfsig', '-nocert', output.path)).toContain('Total document signed')
  })

  it('keeps long and strange words on its pages', async () => {
    const long = 'W'.repeat(200)
    const one = certificate({
      title: `${'word '.repeat(40)}`.slice(0, 200),
      file_name: `${'n'.repeat(290)}.pdf`,
      recipients: [
        recipient(1, { name: long, email: `${'e'.repeat(240)}@example.org`, device: 'd'.repeat(500) }),
        recipient(2, { name: ') Tj ET (\\\nEMC endstream', device: '\u0000\u202e\ud800' }),
      ],
      events: [{ number: 1, at: SEAL.at, says: 'x'.repeat(1000), who: `<</${long}` }],
    })
    const output = await sealed(await pdfs.five(), { certificate: one })
    const html = said('pdftotext', '-bbox', '-f', '6', output.path, '-')
    const edges = [...html.matchAll(/xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)"/g)]
    expect(edges.length).toBeGreaterThan(30)
    for (const [word, x1, y1, x2, y2] of edges) {
      expect(Number(x1), word).toBeGreaterThanOrEqual(47)
      expect(Number(x2), word).toBeLessThanOrEqual(596 - 47)
      expect(Number(y1), word).toBeGreaterThan(30)
      expect(Number(y2), word).toBeLessThan(842 - 20)
    }
    expect(flowing(output.path)).toContain(squeezed(') Tj ET (\\ EMC endstream'))
  })

  it.each([
    ['A4', [595, 842], 595.28],
    ['A4, lying', [842, 595], 595.28],
    ['Letter', [612, 792], 612],
    ['Legal, lying', [1008, 612], 612],
  ] as const)('is as large as the paper of the document: %s', async (_, size, width) => {
    const path = await pdfs.file('paper.pdf', await pagesOf(['Paper'], [...size]))
    const { path: made } = await sealed(path, { certificate: certificate() })
    const [, wide] = /Page\s+2 size:\s+([\d.]+)/.exec(said('pdfinfo', '-f', '2', '-l', '2', made)) ?? []
    expect(Number(wide)).toBeCloseTo(width, 1)
  })
})

describe('the room for the seal', () => {
  it('is found in what was prepared alone', async () => {
    const output = await pdfs.runAll('seal', [[await pdfs.five(), 'pdf']], SEAL_OPTIONS.parse({ seal: SEAL }))
    const bytes = readFileSync(output.path)
    const room = findSignaturePlaceholder(bytes)
    expect(room.to - room.from).toBe(2 * SEAL.room + 2)
    const changed = (change: (bytes: Buffer) => Buffer | undefined) => {
      const copy = Buffer.from(bytes)
      return change(copy) ?? copy
    }
    const replaced = (from: string, to: string) =>
      changed((copy) => Buffer.from(copy.toString('latin1').replaceAll(from, to), 'latin1'))
    for (const [what, file] of Object.entries({
      empty: Buffer.alloc(0),
      'a plain file': readFileSync(await pdfs.five()),
      'one with more behind it': Buffer.concat([bytes, Buffer.from('\n')]),
      'one cut short': bytes.subarray(0, -3),
      'one that is filled': changed((copy) => void copy.write('30', room.from + 1, 'latin1')),
      'one with another range': replaced(`[ 0 ${room.from} ${room.to} `, `[ 0 ${room.from - 2} ${room.to} `),
      'one with another kind of signature': replaced('ETSI.CAdES.detached', 'adbe.pkcs7.detached'),
      'one with more in the signature': replaced('/Reason <', '/Reaso1 <'),
    }))
      expect(() => findSignaturePlaceholder(file), what).toThrow(/not as it is written/)
  })

  it('takes a signature that fits, and is not part of what is signed', async () => {
    const output = await pdfs.runAll('seal', [[await pdfs.five(), 'pdf']], SEAL_OPTIONS.parse({ seal: SEAL }))
    const bytes = readFileSync(output.path)
    const room = findSignaturePlaceholder(bytes)
    const before = digestOf(bytes, room)
    fillSignaturePlaceholder(bytes, room, Buffer.alloc(SEAL.room, 0xab))
    expect(digestOf(bytes, room)).toEqual(before)
    bytes[10] = (bytes[10] ?? 0) ^ 1
    expect(digestOf(bytes, room)).not.toEqual(before)
    expect(() => fillSignaturePlaceholder(bytes, room, Buffer.alloc(SEAL.room + 1))).toThrow(/longer/)
  })
})
