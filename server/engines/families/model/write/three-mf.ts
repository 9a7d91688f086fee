import { strToU8, zipSync } from 'fflate'
import { toSrgb } from '../colour.ts'
import type { Flat, Part } from '../shape/flatten.ts'
import { joinPositions } from '../shape/join.ts'
import { colourOf, ownName } from './material.ts'
import { short, TextBytes } from './numbers.ts'

const CONTENT_TYPES =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
const RELATIONS =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'

/** 3MF core 1.3: an object per part, in millimeters, each with its material's color. */
export function write3mf({ parts }: Flat): Uint8Array {
  const text = new TextBytes()
  const colours = [...new Set(parts.map(hexOf))]
  const coloured = colours.length > 1 || colours[0] !== '#FFFFFFFF'
  text.add('<?xml version="1.0" encoding="UTF-8"?>')
  text.add(
    '<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">',
  )
  text.add('<resources>')
  if (coloured) {
    text.add('<basematerials id="1">')
    for (const [index, colour] of colours.entries())
      text.add(`<base name="Colour ${index + 1}" displaycolor="${colour}"/>`)
    text.add('</basematerials>')
  }
  for (const [index, part] of parts.entries()) {
    const material = coloured ? ` pid="1" pindex="${colours.indexOf(hexOf(part))}"` : ''
    text.add(
      `<object id="${index + 2}" name="${ownName(part.name, index + 1, 'part')}" type="model"${material}>`,
    )
    writeMesh(text, part)
    text.add('</object>')
  }
  text.add('</resources>')
  text.add('<build>')
  for (const index of parts.keys()) text.add(`<item objectid="${index + 2}"/>`)
  text.add('</build>')
  text.add('</model>')
  return zipSync(
    {
      '[Content_Types].xml': strToU8(CONTENT_TYPES),
      '_rels/.rels': strToU8(RELATIONS),
      '3D/3dmodel.model': new Uint8Array(text.bytes()),
    },
    { level: 6, mtime: new Date('1980-01-01T12:00:00') },
  )
}

function writeMesh(text: TextBytes, part: Part): void {
  const { places, triangles } = joinPositions([part])
  text.add('<mesh><vertices>')
  for (let at = 0; at < places.length; at += 3) {
    const [x = 0, y = 0, z = 0] = places.subarray(at, at + 3)
    text.add(`<vertex x="${short(x)}" y="${short(y)}" z="${short(z)}"/>`)
  }
  text.add('</vertices><triangles>')
  for (let at = 0; at < triangles.length; at += 3)
    text.add(`<triangle v1="${triangles[at]}" v2="${triangles[at + 1]}" v3="${triangles[at + 2]}"/>`)
  text.add('</triangles></mesh>')
}

/** 3MF uses sRGB; material colors are linear. */
function hexOf(part: Part): string {
  const [r, g, b, a] = colourOf(part)
  const byte = (value: number) =>
    Math.round(255 * Math.min(1, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0')
  return `#${[r, g, b].map((value) => byte(toSrgb(value))).join('')}${byte(a)}`.toUpperCase()
}
