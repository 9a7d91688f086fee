import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS } from '../../contract/problems.ts'
import type { PublicShare } from '../../contract/shares.ts'
import { ApiProblem } from '../core/api-problem.ts'
import { type Context, NOBODY } from '../core/context.ts'
import type { Platform } from '../platform.ts'
import { shownCookie } from './cookies.ts'
import { firstAnswers } from './first-answers.ts'
import { pageWriter, withAnswers } from './page-head.ts'
import { PAGE_ONLY_HEADERS, PDF_WORKER_POLICY } from './security-headers.ts'
import { contextFor } from './serve.ts'
import { isClosedCode, type RenderShareView, type ShareView, sharePage } from './share-page.ts'
import type { VisitorLimiter } from './visitor-limiter.ts'

const YEAR = 31_536_000
/** As scripts/pdf-worker.ts names it, compressed or not. */
const PDF_WORKER = /\/assets\/pdf\.worker\.min-[0-9a-f]{8}\.mjs(\.br|\.gz)?$/
const SCRIPT = /\.m?js(\.br|\.gz)?$/
/** Retry-After of a page whose data failed to load. */
const RETRY_AFTER_SECONDS = 5
const SHARE_PAGE = 'share.html'
/** The page's component, built for the server; its folder is not served. */
const SHARE_VIEW = '.server/share-view.js'
const SIGN_PAGE = 'sign.html'
const SCAN_PAGE = 'scan.html'
/** Pages of links: the URL grants access, so it is not cached, referred or indexed. */
const OF_A_LINK = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Public data of a link before it is opened; throws if the link is closed. */
export type PeekShare = (ctx: Context, token: string) => Promise<PublicShare>

/**
 * Serves the built dashboard: its files, the page of a share link, and the dashboard page for every
 * URL that is neither a file nor of the API.
 */
export function serveDashboard(
  app: FastifyInstance,
  folder: string,
  platform: Platform,
  limiter: VisitorLimiter,
  peek: PeekShare,
) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no built dashboard in ${folder}.`)
  const writePage = pageWriter(folder, platform.settings.statusPublic)
  app.register(fastifyStatic, {
    root: folder,
    preCompressed: true, // the build writes .br and .gz files
    index: false,
    wildcard: false,
    // Served under their links only.
    globIgnore: [`${SHARE_PAGE}*`, `${SIGN_PAGE}*`, `${SCAN_PAGE}*`],
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (PDF_WORKER.test(path)) reply.header('content-security-policy', PDF_WORKER_POLICY)
      if (!path.includes('/assets/')) return void reply.header('cache-control', 'no-cache')
      // Names under assets/ contain a content hash, so the files never change.
      reply.header('cache-control', `public, max-age=${YEAR}, immutable`)
      for (const name of PAGE_ONLY_HEADERS) reply.removeHeader(name)
      if (!SCRIPT.test(path)) reply.removeHeader('content-security-policy')
    },
  })
  const template = readFileSync(join(folder, SHARE_PAGE), 'utf8')
  let render: RenderShareView | null = null
  app.addHook('onReady', async () => {
    render = await loadShareView(folder)
  })
  app.get<{ Params: { token: string } }>('/s/:token', async (request, reply) => {
    const ctx = contextFor(platform, request, NOBODY)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const { status, view } = await viewOf(request, async () => {
      const release = await limiter.acquire('sharePage', gone.signal)
      return peek(ctx, request.params.token).finally(release)
    })
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    return reply
      .code(status)
      .headers(OF_A_LINK)
      .type('text/html; charset=utf-8')
      .send(sharePage(template, view, ctx.origin, render && drawn(request, render)))
  })
  const toSign = readFileSync(join(folder, SIGN_PAGE))
  app.get('/sign/*', (_request, reply) =>
    reply.headers(OF_A_LINK).type('text/html; charset=utf-8').send(toSign),
  )
  // The pairing token is in the fragment, which requests omit: the desk's URL opens the same page
  // on a phone.
  const toScan = readFileSync(join(folder, SCAN_PAGE))
  const sendScan = (reply: FastifyReply) =>
    reply.headers(OF_A_LINK).type('text/html; charset=utf-8').send(toScan)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { html, requests } = writePage({
      url: request.url,
      signedIn: shownCookie(request, 'session') !== undefined,
    })
    reply.type('text/html; charset=utf-8').header('vary', 'Cookie')
    if (requests.length === 0) return reply.header('cache-control', 'no-cache').send(html)
    const answers = await firstAnswers(app, request, requests)
    return reply.header('cache-control', 'private, no-store').send(withAnswers(html, answers))
  }
  app.get('/s', (_request, reply) => sendScan(reply))
  app.get('/scan', (request, reply) => {
    reply.header('vary', 'Cookie')
    return shownCookie(request, 'session') ? sendPage(request, reply) : sendScan(reply)
  })
  app.get('/*', { config: {} }, (request, reply) => {
    if (
      request.url.startsWith('/api/') ||
      request.url.startsWith('/auth/') ||
      /\.\w+$/.test(request.url.split('?', 1)[0] as string)
    ) {
      return reply.callNotFound()
    }
    return sendPage(request, reply)
  })
}

/** Without a server-rendered view, the page's script renders it. */
const drawn =
  (request: FastifyRequest, render: RenderShareView): RenderShareView =>
  (view) => {
    try {
      return render(view)
    } catch (error) {
      request.log.error({ err: error }, 'the first view of a share link could not be drawn')
      return ''
    }
  }

/** Null if the build has no server component: the page's script renders the first view then. */
export async function loadShareView(folder: string): Promise<RenderShareView | null> {
  const file = join(folder, SHARE_VIEW)
  if (!existsSync(file)) return null
  const built: { renderShareView: RenderShareView } = await import(pathToFileURL(file).href)
  return built.renderShareView
}

/** Serves the page on any error: its script retries the request and shows the problem. */
async function viewOf(
  request: FastifyRequest,
  peek: () => Promise<PublicShare>,
): Promise<{ status: number; view: ShareView | null }> {
  try {
    const share = await peek()
    return { status: 200, view: { status: share.locked ? 'locked' : 'open', view: share } }
  } catch (error) {
    if (!(error instanceof ApiProblem)) {
      request.log.error({ err: error }, 'a share link’s page came without what it shows')
      return { status: 503, view: null }
    }
    const { status } = PROBLEMS[error.code]
    return { status, view: isClosedCode(error.code) ? { status: 'closed', code: error.code } : null }
  }
}
