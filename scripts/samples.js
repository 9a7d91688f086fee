// Writes the files of server/samples, from which a new account converts its first files for free:
// `node scripts/samples.js`. The same on every run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../server/samples')
const write = (name, bytes) => writeFileSync(join(folder, name), bytes)

const image = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1600 1067">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fb7c9"/><stop offset="1" stop-color="#dfe9ea"/></linearGradient>
  <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0.16 0"/></filter></defs>
  <rect width="1600" height="1067" fill="url(#sky)"/><circle cx="1180" cy="220" r="120" fill="#f4e3b0"/>
  <path d="M0 700 340 310 620 620 900 220 1600 820V1067H0z" fill="#6b8f97"/>
  <path d="M0 900 520 560 900 820 1240 640 1600 900V1067H0z" fill="#41684d"/>
  <path d="M430 1067 480 880 530 1067z" fill="#c4624a"/><rect y="960" width="1600" height="107" fill="#2d5140"/>
  <rect width="1600" height="1067" filter="url(#grain)"/></svg>`
write('harbor.jpg', await sharp(Buffer.from(image)).jpeg({ quality: 88 }).toBuffer())

const OOXML = 'http://schemas.openxmlformats.org'
const run = (text, bold) =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text, { size = 22, bold = false, after = 160 } = {}) =>
  `<w:p><w:pPr><w:spacing w:after="${after}"/></w:pPr><w:r><w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:color="999999"/>`)
  .join('')
const row = (cells, bold) =>
  `<w:tr>${cells.map((text) => `<w:tc><w:tcPr><w:tcW w="3000" w:type="dxa"/></w:tcPr><w:p>${run(text, bold)}</w:p></w:tc>`).join('')}</w:tr>`
const terms = [
  'The landlord lets Unit 4, Quay Street Works, to the tenant for five years from 1 January 2027.',
  'Rent of 2,150.00 is due on the first day of each quarter. It is reviewed on the third anniversary.',
  'The tenant keeps the unit in good repair and insures its contents.',
  'Either party may end this lease with six months of written notice.',
]
const body = [
  paragraph('Lease of Unit 4', { size: 40, bold: true, after: 240 }),
  paragraph('Quay Street Works, between Larkfield Estates Ltd and Harbor &amp; Co.'),
  ...terms.flatMap((text, at) => [
    paragraph(`Clause ${at + 1}`, { size: 26, bold: true, after: 80 }),
    paragraph(text),
  ]),
  `<w:tbl><w:tblPr><w:tblW w="9000" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${row(['Quarter', 'Due', 'Rent'], true)}${row(['First', '1 January', '2,150.00'])}${row(['Second', '1 April', '2,150.00'])}</w:tbl>`,
  paragraph(''),
  paragraph('Signed for the tenant: ______________________   Date: ______________'),
].join('')
const members = {
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="r1" Type="${OOXML}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${OOXML}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
}
const entries = Object.entries(members).map(([name, text]) => [name, strToU8(text)])
write('lease.docx', zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(2020, 0, 1) }))

/** A gear with a bore: its outline in two heights, as triangles. */
function gear({ teeth = 16, inner = 34, outer = 42, bore = 12, height = 14 } = {}) {
  const steps = teeth * 4
  const at = (index, radius, z) => {
    const angle = (2 * Math.PI * index) / steps
    return [radius * Math.cos(angle), radius * Math.sin(angle), z]
  }
  const rim = (index) => ([0, 1].includes(index % 4) ? outer : inner)
  const triangles = []
  const quad = (a, b, c, d) => triangles.push([a, b, c], [a, c, d])
  for (let index = 0; index < steps; index++) {
    const next = (index + 1) % steps
    const [r, s] = [rim(index), rim(next)]
    quad(at(index, r, 0), at(next, s, 0), at(next, s, height), at(index, r, height))
    quad(at(next, bore, 0), at(index, bore, 0), at(index, bore, height), at(next, bore, height))
    quad(at(index, bore, height), at(index, r, height), at(next, s, height), at(next, bore, height))
    quad(at(next, bore, 0), at(next, s, 0), at(index, r, 0), at(index, bore, 0))
  }
  return triangles
}

const triangles = gear()
const stl = Buffer.alloc(84 + 50 * triangles.length)
stl.writeUInt32LE(triangles.length, 80)
for (const [index, corners] of triangles.entries())
  for (const [nth, corner] of corners.entries())
    for (const [axis, value] of corner.entries())
      stl.writeFloatLE(value, 84 + 50 * index + 12 + 12 * nth + 4 * axis)
write('gear.stl', stl)
