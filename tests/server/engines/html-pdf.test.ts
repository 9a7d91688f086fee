import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, until } from './helpers.ts'
import { Trap } from './trap.ts'

/** Chromium is used where it is installed and where the sandbox is the full one. */
const hasChromium = existsSync('/usr/bin/chromium-headless-shell') && existsSync('/usr/bin/bwrap')

const STYLED = `<!doctype html><meta charset="utf-8"><style>@page { size: 100mm 90mm }
  .grid { display: grid; grid-template-columns: 1fr 1fr } .hidden { display: none }</style>
  <h1>Grüße</h1><div class="grid"><p>left</p><p>right สวัสดี 日本語</p></div><p class="hidden">unseen</p>`

const shop = new EngineHarness()
const plain = new EngineHarness()
const trap = new Trap(shop.folder)
beforeAll(async () => {
  await shop.open({})
  await plain.open({ system: false })
  await trap.open()
})
afterAll(async () => {
  trap.close()
  await shop.close()
  await plain.close()
})

async function textOf(path: string): Promise<string> {
  const text = await shop.convert(path, 'txt', {}, { format: 'pdf' })
  return readFileSync(text.path, 'utf8')
}

describe.runIf(hasChromium)('HTML printed by Chromium', () => {
  it('has the layout that its styles give it', async () => {
    const { path, pages, warnings } = await shop.convert(shop.file('a.html', STYLED), 'pdf')
    expect(pages).toBe(1)
    expect(warnings).toEqual([])
    const text = await textOf(path)
    expect(text).toContain('Grüße')
    expect(text).not.toContain('unseen')
    expect(readFileSync(path, 'latin1')).toMatch(/\/MediaBox \[0 0 28\d(\.\d+)? 25\d/)
  })

  it('takes paper, direction and scale', async () => {
    const long = `<p>${'word '.repeat(900)}</p>`
    const pages = async (options: object) =>
      (await shop.convert(shop.file('a.html', long), 'pdf', { ...options })).pages ?? 0
    expect(await pages({ paper: 'a5', scale: 200 })).toBeGreaterThan(await pages({ paper: 'a3' }))
    const { path } = await shop.convert(shop.file('a.html', long), 'pdf', { paper: 'a4', landscape: true })
    expect(readFileSync(path, 'latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 595/)
  })

  it.each([
    ['an iframe', '<iframe src="file:///etc/passwd" width="600" height="600"></iframe>'],
    ['an object', '<object data="file:///etc/passwd" width="600" height="600"></object>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=file:///etc/passwd">'],
    ['a script', '<script>location = "file:///etc/passwd"</script>'],
    ['a base', '<base href="file:///etc/"><iframe src="passwd"></iframe>'],
    ['a nested page', '<iframe srcdoc="<iframe src=file:///etc/passwd></iframe>"></iframe>'],
  ])('shows no file to %s', async (_, markup) => {
    const { path } = await shop.convert(shop.file('a.html', `<p>words</p>${markup}`), 'pdf')
    const text = await textOf(path)
    expect(text).toContain('words')
    expect(text).not.toContain('root:')
  })

  it('fetches nothing, runs nothing, and says so', async () => {
    const at = `http://127.0.0.1:${trap.port}`
    const { warnings } = await shop.convert(
      shop.file(
        'a.html',
        `<link rel="stylesheet" href="${at}/a.css"><p>words</p><img src="${at}/b.png"><script src="${at}/c.js"></script>`,
      ),
      'pdf',
    )
    expect(trap.requests).toBe(0)
    expect(warnings).toContain('The scripts of the page were not run.')
    expect(warnings.some((warning) => /linked files? w\w+ not loaded/.test(warning))).toBe(true)
  })

  it('prints one page after the other, and starts again when it was killed', async () => {
    const print = (word: string) => shop.convert(shop.file('a.html', `<p>${word}</p>`), 'pdf')
    expect(await textOf((await print('first')).path)).toContain('first')
    const browsers = () => shop.processes('headless_shell').concat(shop.processes('chromium-headle'))
    for (const pid of browsers()) killIfAlive(pid)
    await until(() => browsers().length === 0)
    expect(await textOf((await print('second')).path)).toContain('second')
  })
})

/** The processes of a browser end with the one that was killed first. */
function killIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

it('keeps the content where there is no browser, and says that the styles are lost', async () => {
  const { path, warnings } = await plain.convert(plain.file('a.html', STYLED), 'pdf')
  expect(await textOf(path)).toContain('Grüße')
  expect(warnings).toContain(
    'The styles of the page were not applied: the PDF keeps its content, not its layout.',
  )
})
