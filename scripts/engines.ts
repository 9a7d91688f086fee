import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAMILIES } from '../contract/families.ts'
import { buildCatalog } from '../server/engines/catalog.ts'
import { usualMemory } from '../server/engines/kernel/limits.ts'
import { chooseSandbox } from '../server/engines/sandbox/choose-sandbox.ts'
import { engineStates, findInstalled } from '../server/engines/states.ts'

// `npm run engines`: which engines are here, what each of the others would add, and how it is
// installed.

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const folder = mkdtempSync(join(tmpdir(), 'filewright-engines-'))
const choice = await chooseSandbox(folder, quiet).finally(() => rmSync(folder, { recursive: true }))
choice.close()
const sandbox = choice.current()
const memoryBytes = usualMemory()
const installed = findInstalled(sandbox, { memoryBytes })
const catalog = buildCatalog(installed)
const pairs = (engine: string) =>
  catalog
    .filter(({ operation }) => operation.engine === engine && operation.operation === 'convert')
    .reduce((sum, { operation }) => sum + operation.from.length * operation.to.length, 0)

const lines: string[] = [`Sandbox: ${sandbox.kind} (${sandbox.detail})`]
for (const family of FAMILIES) {
  const states = engineStates(installed, sandbox, { memoryBytes }).filter((state) => state.family === family)
  if (states.length === 0) continue
  lines.push('', family.toUpperCase())
  for (const { name, version, licence, adds, install, installed: here, system } of states) {
    const count = pairs(name)
    const does = here && count > 0 ? `, does ${count} conversions` : ''
    lines.push(
      `  ${here ? '✓' : '–'} ${name.padEnd(14)} ${(version ?? '').padEnd(12)} ${licence}${system ? ', of the system' : ''}${does}`,
    )
    lines.push(`      ${adds}`)
    if (install) lines.push(`      ${install}`)
  }
}
process.stdout.write(`${lines.join('\n')}\n`)
