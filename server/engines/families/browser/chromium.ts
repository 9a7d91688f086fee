import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { officeFonts } from '../office/fonts.ts'
import { DevTools } from './devtools.ts'

/** Print settings, in inches. */
export interface Printing {
  paperWidth: number
  paperHeight: number
  landscape: boolean
  margin: number
  scale: number
  printBackground: boolean
}

const SWITCHES = [
  '--headless',
  // The child's sandbox confines it; Chromium's needs privileges that the child lacks.
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--remote-debugging-pipe',
]

/** Blocks all requests: the page can't load external resources. */
const BLOCKED = ['http://*', 'https://*', 'ws://*', 'wss://*', 'ftp://*', 'file://*']

const Target = z.object({ targetId: z.string() })
const Attached = z.object({ sessionId: z.string() })
const Context = z.object({ browserContextId: z.string() })
const Tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const Printed = z.object({ data: z.base64() })

/**
 * A Chromium process that prints pages in sequence, each in a new browser context. `state` is a
 * writable folder.
 */
export class Chromium {
  readonly #program: string
  readonly #state: string
  #process: ChildProcess | null = null
  #tools: DevTools | null = null

  constructor(program: string, state: string) {
    this.#program = program
    this.#state = state
  }

  get alive(): boolean {
    return this.#process !== null
  }

  async start(): Promise<void> {
    const fonts = join(this.#state, 'fonts.conf')
    officeFonts(fonts, join(this.#state, 'font-cache'))
    const started = spawn(
      this.#program,
      [...SWITCHES, `--user-data-dir=${join(this.#state, 'profile')}`, 'about:blank'],
      {
        env: {
          PATH: '/usr/bin:/bin',
          HOME: this.#state,
          LANG: 'C.UTF-8',
          TMPDIR: this.#state,
          FONTCONFIG_FILE: fonts,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
      },
    )
    this.#process = started
    const gone = () => {
      if (this.#process === started) this.#process = null
    }
    started.once('close', gone).once('error', gone)
    this.#tools = new DevTools(started)
    await this.#tools.call('Browser.getVersion')
  }

  /**
   * Prints an HTML document as PDF. Scripts are disabled; `blocked` counts the blocked resources.
   */
  async print(html: string, printing: Printing): Promise<{ pdf: Buffer; blocked: number }> {
    const tools = this.#tools
    if (!tools) throw new Error('Chromium has not started.')
    const { browserContextId } = Context.parse(await tools.call('Target.createBrowserContext'))
    let session = ''
    try {
      const { targetId } = Target.parse(
        await tools.call('Target.createTarget', { url: 'about:blank', browserContextId }),
      )
      const { sessionId } = Attached.parse(
        await tools.call('Target.attachToTarget', { targetId, flatten: true }),
      )
      session = sessionId
      let blocked = 0
      tools.on('Network.loadingFailed', sessionId, () => {
        blocked += 1
      })
      const call = (method: string, params?: object) => tools.call(method, params, sessionId)
      await call('Network.enable')
      await call('Network.setBlockedURLs', { urls: BLOCKED })
      await call('Emulation.setScriptExecutionDisabled', { value: true })
      await call('Page.enable')
      const { frameTree } = Tree.parse(await call('Page.getFrameTree'))
      const loaded = tools.event('Page.loadEventFired', sessionId)
      await call('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
      await loaded
      const { margin, ...paper } = printing
      const printed = await call('Page.printToPDF', {
        ...paper,
        marginTop: margin,
        marginBottom: margin,
        marginLeft: margin,
        marginRight: margin,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      })
      return { pdf: Buffer.from(Printed.parse(printed).data, 'base64'), blocked }
    } finally {
      tools.forget(session)
      if (this.alive) await tools.call('Target.disposeBrowserContext', { browserContextId })
    }
  }
}
