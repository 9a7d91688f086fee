import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Settings that disable active content: no linked files, no macros. The sandbox without a network
 * is the second layer, since LibreOffice follows some links anyway.
 */
const SETTINGS: [path: string, name: string, value: string][] = [
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  // Versions before 7.6 ignore this setting.
  ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  // Never update links, neither of texts nor of sheets.
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '2'],
]

/**
 * A one-word document. LibreOffice stays running while it is open; otherwise it would exit after
 * its first document.
 */
const KEEP = `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Open</text:p></office:text></office:body></office:document>`

export interface Profile {
  folder: string
  /** The document that stays open. */
  keep: string
}

/** Creates a fresh profile in a writable folder (absolute path); deletes an existing one. */
export function makeProfile(state: string): Profile {
  const folder = join(state, 'profile')
  const keep = join(state, 'open.fodt')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'user'), { recursive: true })
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  writeFileSync(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>`,
  )
  writeFileSync(keep, KEEP)
  return { folder, keep }
}
