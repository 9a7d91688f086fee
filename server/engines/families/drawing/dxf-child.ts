import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { sentence } from '../../kernel/sentence.ts'
import { drawDxf } from './dxf-svg.ts'

export interface DxfRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
}

const WARM = '0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n0\n20\n0\n11\n1\n21\n1\n0\nENDSEC\n0\nEOF\n'

await serve<DxfRequest>({
  async warm() {
    drawDxf(WARM)
  },

  async run({ input, output }, report) {
    report(sentence`Drawing`, null)
    const { svg, warnings } = drawDxf(decode(readFileSync(join('in', input))))
    writeFileSync(join('out', output), svg)
    return { files: [output], warnings }
  },
})

/** UTF-8 since AutoCAD 2007; older files use a code page, mostly Western European. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const page = /\$DWGCODEPAGE\s+3\s+ANSI_(\d{3,4})/i.exec(new TextDecoder('latin1').decode(bytes))?.[1]
    return new TextDecoder(page && /^125[0-8]$/.test(page) ? `windows-${page}` : 'windows-1252').decode(bytes)
  }
}
