// Writes the method and path of every operation for the dashboard, so that the contract's schemas
// stay out of its bundle. Run it with Node 24 after a change in contract/: `node
// scripts/endpoints.js`; `--print` only shows it.
import { writeFileSync } from 'node:fs'
import { contract } from '../contract/contract.ts'
import { signInEndpoints } from '../contract/sign-in.ts'

/**
 * What the pages around signing in ask for: they load at once, and the other paths come with the
 * pages that follow.
 */
const ENTRY = Object.keys({
  ...signInEndpoints,
  challengeMfa: 0,
  verifyMfa: 0,
  getSeal: 0,
  lookUpSealed: 0,
  getPricing: 0,
  getRateCard: 0,
})

/** What a share link's page asks for: it has no more than these. */
const LANDING = [
  'getPublicShare',
  'openPublicShare',
  'sendShareCode',
  'redeemPublicShare',
  'reportPublicShare',
]

/** What the page of an invitation, and signing up with one, asks for. */
const INVITATION = ['getInvitation', 'acceptInvitation', 'declineInvitation']

/** What the page of a document that is to be signed asks for. */
const SIGN = [
  'viewSigning',
  'sign',
  'declineSigning',
  'delegateSigning',
  'openSigning',
  'sendSigningCode',
  'attachToSigning',
  'beginDeviceDrawing',
  'getDeviceDrawing',
  'viewDevice',
  'drawOnDevice',
]

/** What the page of a phone that scans asks for. */
const SCAN = [
  'pairPhone',
  'getPairedSession',
  'updatePairedSession',
  'addPairedPage',
  'updatePairedPage',
  'deletePairedPage',
  'restorePairedPage',
  'getPairedImage',
]

/** As the formatter writes it, which breaks lines of more than 110 characters. */
function line(name) {
  const { method, path } = contract[name]
  const whole = `  ${name}: { method: '${method}', path: '${path}' },`
  return whole.length <= 110 ? whole : `  ${name}: {\n    method: '${method}',\n    path: '${path}',\n  },`
}

const table = (name, operations, type) => `export const ${name} = {
${operations.map(line).join('\n')}
} as const satisfies ${type}
`
const SOME = '{ [N in OperationName]?: { method: string; path: string } }'
const head = `// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

`
const FILES = {
  'endpoints.gen.ts':
    `${head.trimEnd()}\nimport type { entryEndpoints } from './entry-endpoints.gen.ts'\n\n` +
    table(
      'endpoints',
      Object.keys(contract).filter((one) => !ENTRY.includes(one)),
      `Record<
  Exclude<OperationName, keyof typeof entryEndpoints>,
  { method: string; path: string }
>`,
    ),
  'entry-endpoints.gen.ts': head + table('entryEndpoints', ENTRY, SOME),
  'landing-endpoints.gen.ts': head + table('landingEndpoints', LANDING, SOME),
  'invitation-endpoints.gen.ts': head + table('invitationEndpoints', INVITATION, SOME),
  'scan-endpoints.gen.ts': head + table('scanEndpoints', SCAN, SOME),
  'sign-endpoints.gen.ts': head + table('signEndpoints', SIGN, SOME),
}
if (process.argv.includes('--print')) process.stdout.write(Object.values(FILES).join(''))
else
  for (const [file, text] of Object.entries(FILES))
    writeFileSync(new URL(`../src/api/${file}`, import.meta.url), text)
