import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES, FONT_FOLDERS } from '../../kernel/shipped-fonts.ts'

/**
 * Configures fontconfig, which renders SVG text, with the bundled fonts: servers have few, and a
 * sandboxed child sees none. Must run before sharp loads; `folder` is the child's own and
 * writable.
 */
export function bringOwnFonts(folder: string): void {
  const { text, mono, japanese, korean, chinese, arabic, hebrew, math } = FAMILIES
  const fallback = [japanese, chinese, korean, arabic, hebrew, math]
  const alias = (family: string, substitute: string) =>
    `<alias binding="same"><family>${family}</family><prefer>${[substitute, ...fallback].map((name) => `<family>${name}</family>`).join('')}</prefer></alias>`
  const aliases = [
    'sans-serif',
    'serif',
    'Arial',
    'Helvetica',
    'Verdana',
    'Times New Roman',
    'system-ui',
    'cursive',
    'fantasy',
  ]
    .map((family) => alias(family, text))
    .concat(['monospace', 'Courier', 'Courier New'].map((family) => alias(family, mono)))
  const file = join(folder, 'fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${FONT_FOLDERS.map((one) => `<dir>${one}</dir>`).join('')}<cachedir>${join(folder, 'font-cache')}</cachedir>${aliases.join('')}<match target="pattern"><edit name="family" mode="append_last"><string>${text}</string></edit></match></fontconfig>`,
  )
  process.env.FONTCONFIG_FILE = file
}
