// Loaded before the server, as --import: prints at SIGUSR2 which packages it has loaded until then.
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('SIGUSR2', () => process.stdout.write(`loaded: ${loaded.join(' ')}\n`))
