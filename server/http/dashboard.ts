import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 31_536_000

/** The built dashboard: its files, and its one page for every address that is not a file's or the API's. */
export function serveDashboard(app: FastifyInstance, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built dashboard in ${folder}.`)
  const page = readFileSync(join(folder, 'index.html'))
  app.register(fastifyStatic, {
    root: folder,
    preCompressed: true, // the build leaves .br and .gz beside each file
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content, so they never change.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      )
    },
  })
  app.get('/*', { config: {} }, (request, reply) => {
    if (
      request.url.startsWith('/api/') ||
      request.url.startsWith('/auth/') ||
      /\.\w+$/.test(request.url.split('?', 1)[0] as string)
    ) {
      return reply.callNotFound()
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
