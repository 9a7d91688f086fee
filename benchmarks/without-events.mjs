// Loaded into a server by --import: what tells of conversions and of spent credits tells of nothing, as if there were no events.
import { registerHooks } from 'node:module'

const SILENT = {
  '/server/core/webhooks/conversion-events.ts': ['emitConversion', 'emitEndOfRun'],
  '/server/core/webhooks/credit-events.ts': ['emitSpent'],
}

registerHooks({
  load(url, context, next) {
    const file = Object.keys(SILENT).find((path) => url.endsWith(path))
    if (!file) return next(url, context)
    const source = SILENT[file].map((name) => `export async function ${name}() {}`).join('\n')
    return { format: 'module', source, shortCircuit: true }
  },
})
