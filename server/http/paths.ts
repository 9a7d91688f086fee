import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract, pathsOf } from '../../contract/contract.ts'
import { ApiProblem } from '../core/api-problem.ts'

const patterns = Object.values(contract).flatMap((endpoint) =>
  pathsOf(endpoint).map((path) => ({
    method: endpoint.method as string,
    pattern: new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
)
const methodsAt = (path: string) =>
  patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)

/**
 * Handles a path without a route. With a trailing slash a GET is redirected, as the specification
 * requires; other methods get an error with the right path: a redirected POST would lose its body.
 */
export function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  const [path = '', query] = request.url.split('?', 2)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const here = methodsAt(path)
  if (here.length > 0) {
    reply.header('allow', [...new Set(here)].join(', '))
    throw new ApiProblem(
      'method_not_allowed',
      `${path} takes ${here.join(' and ')}, not ${request.method}.`,
      {
        allowed: here,
      },
    )
  }
  if (!path.endsWith('/') && methodsAt(`${path}/`).includes(method)) {
    if (method === 'GET') return reply.redirect(query ? `${path}/?${query}` : `${path}/`, 301)
    throw new ApiProblem('missing_trailing_slash', `Paths end with a slash: send this to ${path}/.`)
  }
  throw new ApiProblem('not_found', 'No operation exists at this path.')
}
