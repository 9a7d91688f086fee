import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>.</text:p></office:text></office:body></office:document>'

export const hasOffice = () => existsSync('/usr/bin/soffice')

/** A running LibreOffice without a sandbox, called by its own client: the lower bound. */
export class WarmOffice {
  readonly #folder: string
  readonly #profile: string
  readonly #office: ChildProcess

  constructor(folder: string) {
    this.#folder = join(folder, 'office')
    mkdirSync(this.#folder)
    this.#profile = `-env:UserInstallation=file://${join(this.#folder, 'profile')}`
    const open = join(this.#folder, 'open.fodt')
    writeFileSync(open, EMPTY)
    this.#office = spawn('soffice', [this.#profile, '--headless', '--norestore', '--nolockcheck', open], {
      stdio: 'ignore',
      detached: true,
    })
  }

  /** Waits for the first result. A call before LibreOffice has opened its document would end it. */
  async ready(sample: string): Promise<void> {
    const marker = join(this.#folder, '.~lock.open.fodt#')
    const until = Date.now() + 60_000
    while (!existsSync(marker) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
    await this.convert(sample)
  }

  async convert(from: string): Promise<{ ms: number; path: string }> {
    const out = join(this.#folder, 'out')
    rmSync(out, { recursive: true, force: true })
    const began = performance.now()
    await convertWith(this.#profile, from, out)
    const path = join(out, basename(from).replace(/\.[^.]+$/, '.pdf'))
    if (!existsSync(path)) throw new Error('LibreOffice returned no result')
    return { ms: performance.now() - began, path }
  }

  stop(): void {
    if (this.#office.pid) process.kill(-this.#office.pid, 'SIGKILL')
  }
}

const convertWith = (profile: string, from: string, out: string) =>
  new Promise<void>((resolve, reject) => {
    const client = spawn('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, from], {
      stdio: 'ignore',
    })
    client.once('exit', () => resolve())
    client.once('error', reject)
  })

/** Starts LibreOffice for one file. @returns milliseconds */
export function officeOnce(folder: string, from: string): number {
  const began = performance.now()
  const profile = `-env:UserInstallation=file://${join(folder, 'once')}`
  const done = spawnSync(
    'soffice',
    [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, from],
    {
      stdio: 'ignore',
      timeout: 120_000,
    },
  )
  if (done.status !== 0) throw new Error('LibreOffice failed')
  return performance.now() - began
}
