// Loaded into a server with --import. Replaces the functions that emit conversion and credit events with empty ones.
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
