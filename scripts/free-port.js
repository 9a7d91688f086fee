// A port for a server of a test or a bench that is told its port before it starts.
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what systems give to whoever asks for any port (32768 on Linux, 49152 elsewhere), so that
 * nobody gets it in between.
 */
const LOWEST = 20_000
const HIGHEST = 32_000
const TRIES = 50
/** No port is tried twice, so two servers of one test never get the same. */
const tried = new Set()

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort() {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (tried.has(port)) continue
    tried.add(port)
    const server = createServer()
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      server.close()
      await once(server, 'close')
      return port
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
    }
  }
  throw new Error(`none of ${TRIES} ports is free`)
}
