import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0 (OWASP/ASVS, docs_en, CC-BY-SA-4.0).
 */
const COUNTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
/** How a row may begin that no test shows. */
const REASONS = /^(Not applicable|By reading|By the operator|Not met): ./

const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n')
/** The tests that a cell names. */
const testsIn = (shown: string) =>
  [...shown.matchAll(/_([\w.-]+) › (.*?)_(?=;|$)/g)].map(([, file = '', title = '']) => ({ file, title }))

const rows = lines
  .map((line) => /^\| (\d+)\.(\d+)\.(\d+) +\| (.+?) +\| (.*?) *\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, chapter, section, number, how = '', shown = '']) => ({
    id: `${chapter}.${section}.${number}`,
    chapter: Number(chapter),
    how,
    tests: testsIn(shown),
  }))

/** What was learned from others. */
const lessons = lines
  .map((line) => /^\| (S\d+) +\| .+? +\| (.*?) *\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = '', shown = '']) => ({ id, tests: testsIn(shown) }))

/** Every test file, by its name without the ending. */
const files = ['tests', 'tests/server', 'tests/server/engines', 'tests/contract', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /(\.(test|spec)|-suite)\.ts$/.test(name))
    .map((name) => ({
      name: name.replace(/\.ts$/, ''),
      text: readFileSync(join(root, folder, name), 'utf8'),
    })),
)
/** A title may be a part of one: a table of tests fills in the rest. */
const exists = (file: string, title: string) =>
  title.length >= 10 && files.some(({ name, text }) => name === file && text.includes(title))

describe('docs/security.md', () => {
  it('has a row for every requirement of levels 1 and 2, once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(COUNTS.map((_, at) => rows.filter(({ chapter }) => chapter === at + 1).length)).toEqual(COUNTS)
  })

  it('names in each row a test, or why there is none', () => {
    const bare = rows.filter(({ how, tests }) => tests.length === 0 && !REASONS.test(how))
    expect(bare.map(({ id, how }) => `${id} ${how}`)).toEqual([])
  })

  it('shows each lesson by a test', () => {
    expect(lessons.map(({ id }) => id)).toEqual(lessons.map((_, at) => `S${at + 1}`))
    expect(lessons.length).toBeGreaterThan(0)
    expect(lessons.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('names no test that does not exist', () => {
    const missing = [...rows, ...lessons].flatMap(({ id, tests }) =>
      tests
        .filter(({ file, title }) => !exists(file, title))
        .map(({ file, title }) => `${id}: ${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })
})
