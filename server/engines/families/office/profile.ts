import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The office's settings that keep a document from acting: nothing that it links to is loaded, no
 * macro runs. The sandbox without a network is the other half of this: some links are followed all
 * the same.
 */
const SETTINGS: [path: string, name: string, value: string][] = [
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  // Versions before 7.6 do not know this one, and pass over it.
  ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  // Never: neither the links of a text nor those of a sheet are brought up to date.
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '2'],
]

/**
 * A text of one word. While it is open the office stays; without it, it would end after its first
 * document.
 */
const KEEP = `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Open</text:p></office:text></office:body></office:document>`

export interface Profile {
  folder: string
  /** The document that stays open. */
  keep: string
}

/**
 * A profile as on the first day, in a folder that may be written (absolute); one that is there
 * already is thrown away.
 */
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
