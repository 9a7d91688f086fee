import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../contract/contract.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Functions that components call by themselves although they send a request that is no GET. */
const ALLOWED: Readonly<Record<string, string>> = {
  checkPdf: 'a dry run that changes nothing',
  lookUpSealed: 'a look-up by hash that changes nothing',
  sendCode: 'shared with the pages around signing in, which load no query library',
}

/** Pages that load no query library: their functions are called through one hook of their own. */
const WITHOUT_QUERIES = /^(public-\w+|sign-in|invitations)$/

/** What a file declares at its top, with the text of each declaration. */
function declarationsOf(file: string) {
  const starts = [...read(file).matchAll(/^(export )?(?:async )?(?:function|const) (\w+)/gm)]
  const text = read(file)
  return starts.map((start, at) => ({
    name: start[2] ?? '',
    isExported: start[1] !== undefined,
    text: text.slice(start.index, starts[at + 1]?.index).replace(/\n\/\*\*[\s\S]*$/, ''),
  }))
}

const writes = (text: string) =>
  [...text.matchAll(/\bcall\(\s*(?:'(\w+)')?/g)].some(
    ([, name]) => contract[name as keyof typeof contract]?.method !== 'GET',
  )

/** The functions of an area that write, by themselves or by another one of the area. */
function writersOf(file: string): string[] {
  const all = declarationsOf(file).filter(({ name }) => !/^use[A-Z]/.test(name))
  const found = new Set(all.filter(({ text }) => writes(text)).map(({ name }) => name))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const { name, text } of all)
      if ([...found].some((other) => other !== name && text.includes(`${other}(`))) found.add(name)
  }
  return all.filter(({ name, isExported }) => isExported && found.has(name)).map(({ name }) => name)
}

const areas = globSync('src/api/*.ts', { cwd: root })
  .filter((file) => !/\.(test|gen)\.ts$/.test(file))
  .map((file) => ({ area: basename(file, '.ts'), writers: writersOf(file) }))
  .filter(({ area }) => area !== 'client' && area !== 'query-client')

/** Components and hooks. What runs beside React, as the queue of uploads does, is no component. */
const components = [
  ...globSync('src/**/*.tsx', { cwd: root }),
  ...globSync('src/{features,pages,ui}/**/use-*.ts', { cwd: root }),
].filter((file) => !file.includes('.test.'))

/** The functions that a component imports from an area and that write. */
function writersIn(file: string, area: string, writers: readonly string[]): string[] {
  const names = [...read(file).matchAll(/import \{([^}]*)\} from '[^']*\/api\/([\w-]+)\.ts'/g)]
    .filter(([, , from]) => from === area)
    .flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(' as ')[0] ?? ''))
  return names.filter((name) => writers.includes(name) && !(name in ALLOWED))
}

it('components write through mutations: none calls a function of src/api that writes', () => {
  const strict = areas.filter(({ area }) => !WITHOUT_QUERIES.test(area))
  const found = strict.flatMap(({ area, writers }) =>
    components.flatMap((file) => writersIn(file, area, writers).map((name) => `${file}: ${area}.${name}`)),
  )
  expect(found).toEqual([])
})

it('finds such functions, also those that write by another one', () => {
  const writers = new Map(areas.map(({ area, writers }) => [area, writers]))
  expect(writers.get('sign-in')).toEqual(expect.arrayContaining(['logIn', 'sendCode', 'leaveSession']))
  expect(writers.get('convert')).toEqual(['convertAgain', 'importUrl'])
  expect(writers.get('storage')).toEqual(['downloadUrl'])
  expect(writers.get('history')).toEqual([])
})

it('excuses no function that is not there', () => {
  const all = areas.flatMap(({ writers }) => writers)
  expect(Object.keys(ALLOWED).filter((name) => !all.includes(name))).toEqual([])
})
