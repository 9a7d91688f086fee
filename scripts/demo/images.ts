import sharp from 'sharp'

/** Four images that are drawn here, so that the demo brings nobody's photographs along. */
export async function demoImages(): Promise<Record<string, Buffer>> {
  const [harbour, plan, mark, poster] = await Promise.all([
    draw(HARBOUR, 1800, 1200),
    draw(PLAN, 1400, 1000),
    draw(MARK, 800, 800),
    draw(POSTER, 1000, 1500),
  ])
  return {
    'Harbour at dusk.jpg': await harbour.flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer(),
    'Floor plan, first floor.png': await plan.png().toBuffer(),
    'Mark, transparent.png': await mark.png().toBuffer(),
    'Poster for the regatta.webp': await poster.webp({ quality: 85 }).toBuffer(),
    'Poster, for the printer.tiff': await poster.clone().tiff({ compression: 'lzw' }).toBuffer(),
    'Mark.svg': Buffer.from(MARK),
  }
}

const draw = async (svg: string, width: number, height: number) =>
  sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' })

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

const waves = Array.from(
  { length: 14 },
  (_, row) =>
    `<path d="M0 ${300 + row * 22} q 75 ${10 + row} 150 0 t 150 0 t 150 0 t 150 0" fill="none" stroke="#fff" stroke-opacity="${0.05 + row * 0.02}" stroke-width="3"/>`,
).join('')

const HARBOUR = svg(
  600,
  400,
  `<defs>
    <linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#1d2b53"/><stop offset=".6" stop-color="#d8735b"/><stop offset="1" stop-color="#f6c177"/></linearGradient>
    <linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="#8a4b52"/><stop offset="1" stop-color="#14213d"/></linearGradient>
  </defs>
  <rect width="600" height="280" fill="url(#s)"/><circle cx="420" cy="262" r="46" fill="#ffe8b0"/>
  <rect y="278" width="600" height="122" fill="url(#w)"/>${waves}
  <path d="M0 278 h150 v-40 h26 v-24 h20 v64 h60 l18 -30 l18 30 z" fill="#10182b"/>
  <path d="M300 330 h90 l-14 22 h-62 z" fill="#0c1222"/><path d="M344 330 v-96 l38 86 z" fill="#f4efe6"/>`,
)

const PLAN = svg(
  700,
  500,
  `<rect width="700" height="500" fill="#fbfaf7"/>
  <g fill="none" stroke="#22303c" stroke-width="8"><rect x="40" y="40" width="620" height="420"/><path d="M300 40 v180 m0 80 v160 M300 260 h200 m80 0 h80 M40 300 h120"/></g>
  <g fill="#d9e6ea"><rect x="60" y="60" width="220" height="200"/><rect x="320" y="60" width="320" height="180"/></g>
  <g fill="#eadfce"><rect x="60" y="320" width="220" height="120"/><rect x="320" y="280" width="320" height="160"/></g>
  <path d="M300 220 a80 80 0 0 1 80 80" fill="none" stroke="#b5533c" stroke-width="3"/>`,
)

const MARK = svg(
  200,
  200,
  `<defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#0f766e"/><stop offset="1" stop-color="#164e63"/></linearGradient></defs>
  <path d="M40 20 h80 l40 40 v120 h-120 z" fill="url(#g)"/><path d="M120 20 v40 h40 z" fill="#fff" fill-opacity=".55"/>
  <path d="M64 96 h72 M64 122 h72 M64 148 h44" stroke="#fff" stroke-width="10" stroke-linecap="round"/>`,
)

const POSTER = svg(
  400,
  600,
  `<defs><radialGradient id="r" cx=".7" cy=".2"><stop offset="0" stop-color="#fef3c7"/><stop offset="1" stop-color="#0e7490"/></radialGradient></defs>
  <rect width="400" height="600" fill="url(#r)"/>
  ${Array.from({ length: 5 }, (_, at) => `<path d="M${60 + at * 64} ${430 - at * 26} v-${120 + at * 18} l${46 + at * 5} ${110 + at * 14} z" fill="hsl(${12 + at * 9} 75% ${48 + at * 5}%)"/>`).join('')}
  <path d="M0 470 q100 -24 200 0 t200 0 v130 h-400 z" fill="#083344"/>`,
)
