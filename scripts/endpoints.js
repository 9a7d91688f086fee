// Writes the method and path of every operation for the dashboard, so that the contract's schemas stay out of its
// bundle. Run it with Node 24 after a change in contract/: `node scripts/endpoints.js`; `--print` only shows it.
import { writeFileSync } from 'node:fs'
import { contract } from '../contract/contract.ts'

const lines = Object.entries(contract).map(
  ([name, endpoint]) => `  ${name}: { method: '${endpoint.method}', path: '${endpoint.path}' },`,
)
const text = `// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const endpoints = {
${lines.join('\n')}
} as const satisfies Record<OperationName, { method: string; path: string }>
`
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(new URL('../src/api/endpoints.gen.ts', import.meta.url), text)
