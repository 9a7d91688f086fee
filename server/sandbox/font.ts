import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { FONT } from './page.ts'

/** The typeface of the sandbox's pages. */
export const serveFont = (app: FastifyInstance) =>
  app.get(FONT.path, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(FONT.file)),
  )
