import { deflateSync } from 'node:zlib'
import { docx, paragraph } from './documents.ts'
import { familyOf } from './made-file.ts'
import { pdf } from './pdf.ts'
import { chunk, PNG_SIGNATURE } from './png.ts'
import { zip } from './zip.ts'

/** What the files ask for: a listener on this machine, and a file beside the jobs. */
const LISTENER = 'http://127.0.0.1:18999'
const CANARY = 'file:///tmp/canary/secret.txt'
const SVG =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"'
const ENTITY = `<!DOCTYPE s [<!ENTITY x SYSTEM "${CANARY}">]>`

const laughs = 'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')

const remoteImage = docx(
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="990000" cy="990000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r9"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
  {
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${LISTENER}/docximg" TargetMode="External"/></Relationships>`,
  },
)

/** Packed twice, it is a kilobyte; unpacked, 256 MiB. */
const bomb = deflateSync(deflateSync(Buffer.alloc(256 * 2 ** 20, ' '), { level: 9 }), { level: 9 })

const flood = Buffer.concat([
  PNG_SIGNATURE,
  chunk('IHDR', Buffer.from([0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50, 8, 0, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.alloc(1000))),
  chunk('IEND', Buffer.alloc(0)),
])

const woff2 = Buffer.alloc(64)
woff2.write('wOF2\0\x01\0\0', 'latin1')
woff2.writeUInt32BE(64, 8)
woff2.writeUInt16BE(1, 12)
woff2.writeUInt32BE(0xfffffff0, 16)
woff2.writeUInt32BE(16, 20)

const stl = Buffer.alloc(134)
stl.writeUInt32LE(0xffffffff, 80)

export const hostile = familyOf('hostile', [
  ['empty.pdf', '', 'clean-fail', 'zero bytes'],
  ['one-byte.docx', 'P', 'clean-fail', 'one byte'],
  [
    'page-loop.pdf',
    pdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
    'clean-fail',
    'the page tree contains itself',
  ],
  [
    'flate-bomb.pdf',
    pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>',
      [`<</Filter[/FlateDecode/FlateDecode]/Length ${bomb.length}>>`, bomb],
    ]),
    'either',
    '256 MiB content stream',
  ],
  [
    'bomb.docx',
    docx(paragraph('x'), { 'word/media/zeros.bin': Buffer.alloc(24 * 2 ** 20) }),
    'clean-fail',
    '24 MiB inflated, 1000 times its packed size',
  ],
  [
    'html-as.png',
    '<!doctype html><script>document.title="ran"</script>',
    'clean-fail',
    'the type contradicts the extension',
  ],
  ['pixel-flood.png', flood, 'clean-fail', '2.5 gigapixel header'],
  [
    'laughs.svg',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "lol">${laughs}]><svg ${SVG}><text y="20">&j;</text></svg>`,
    'clean-fail',
    'entity expansion',
  ],
  [
    'xxe.svg',
    `<?xml version="1.0"?>${ENTITY}<svg ${SVG}><text y="20">&x;</text></svg>`,
    'either',
    'external entity reads a file',
  ],
  [
    'image-file-href.svg',
    `<?xml version="1.0"?><svg ${SVG}><image xlink:href="${CANARY}" width="50" height="50"/><image href="${LISTENER}/svgimg" width="50" height="50"/></svg>`,
    'convert-no-egress',
    'external images',
  ],
  [
    'iframe-file.html',
    `<h1>hello</h1><iframe src="${CANARY}"></iframe><img src="${LISTENER}/htmlimg"><link rel=stylesheet href="${LISTENER}/css">`,
    'convert-no-egress',
    'external resources',
  ],
  [
    'raw-html.md',
    `# hi\n\n<img src="${LISTENER}/mdimg"> ![x](${CANARY})\n`,
    'convert-no-egress',
    'external resources',
  ],
  ['remote-image.docx', remoteImage, 'convert-no-egress', 'external image relationship'],
  ['xxe.docx', docx(paragraph('&x;'), {}, ENTITY), 'either', 'external entity reads a file'],
  [
    'input-file.tex',
    '\\documentclass{article}\\begin{document}\\input{/tmp/canary/secret.txt}\\end{document}',
    'either',
    'LaTeX reads a file',
  ],
  [
    'slip.zip',
    zip({ 'ok.md': '# ok', '../../../../tmp/canary/slipped.txt': 'x' }),
    'clean-fail',
    'path traversal',
  ],
  [
    'gltf-file-uri.gltf',
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ uri: CANARY, byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
    }),
    'clean-fail',
    'buffer outside of the file',
  ],
  [
    'hls-local.m3u8',
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${CANARY}\n#EXTINF:10,\n${LISTENER}/hls\n#EXT-X-ENDLIST\n`,
    'clean-fail',
    'a playlist as a film',
  ],
  ['stl-count-lie.stl', stl, 'clean-fail', '4 G triangles declared'],
  ['woff2-length-lie.woff2', woff2, 'clean-fail', '4 GiB of tables declared'],
])
