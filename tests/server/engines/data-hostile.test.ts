import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const aliasBomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
for (let level = 1; level < 12; level++) {
  const [name, before] = [String.fromCharCode(97 + level), String.fromCharCode(96 + level)]
  aliasBomb.push(`${name}: &${name} [${`*${before},`.repeat(8)}*${before}]`)
}
const entities = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "${'&a;'.repeat(10)}">]><a>&b;</a>`
const deep = 1000

const HOSTILE: [what: string, name: string, content: string | Uint8Array, code: string][] = [
  ['JSON that is cut', 'a.json', '{"a": [1, 2', 'source_damaged'],
  ['JSON with something after it', 'a.json', '{} {}', 'source_damaged'],
  ['JSON with a key twice', 'a.json', '{"a":1,"a":2}', 'source_damaged'],
  ['JSON with NaN', 'a.json', '[NaN]', 'source_damaged'],
  ['JSON in a thousand levels', 'a.json', '['.repeat(deep) + ']'.repeat(deep), 'source_too_complex'],
  ['JSON in millions of levels', 'a.json', '['.repeat(3_000_000), 'source_too_complex'],
  [
    'JSON of 11,000 columns',
    'a.json',
    `[{${Array.from({ length: 11_000 }, (_, at) => `"k${at}":1`).join()}}]`,
    'source_too_complex',
  ],
  ['a line that is no JSON', 'a.ndjson', '{"a":1}\n{"a":\n', 'source_damaged'],
  ['YAML whose aliases grow', 'a.yaml', aliasBomb.join('\n'), 'source_too_complex'],
  ['YAML that contains itself', 'a.yaml', 'a: &a\n  b: *a\n', 'source_damaged'],
  ['YAML with an alias to nowhere', 'a.yaml', 'a: *b\n', 'source_damaged'],
  ['YAML with a key twice', 'a.yaml', 'a: 1\na: 2\n', 'source_damaged'],
  ['YAML in a thousand levels', 'a.yaml', '['.repeat(deep) + ']'.repeat(deep), 'source_'],
  ['XML with entities', 'a.xml', entities, 'source_too_complex'],
  ['XML with an unknown entity', 'a.xml', '<a>&b;</a>', 'source_damaged'],
  ['XML that is cut', 'a.xml', '<a><b>', 'source_damaged'],
  ['XML in a thousand levels', 'a.xml', '<a>'.repeat(deep) + '</a>'.repeat(deep), 'source_too_complex'],
  ['CSV whose quotation mark is not closed', 'a.csv', `a,b\n"${'x,y\n'.repeat(5_000_000)}`, 'source_damaged'],
  ['CSV of 11,000 columns', 'a.csv', `${','.repeat(11_000)}\n`, 'source_too_complex'],
  ['a CSV file of zero bytes', 'a.csv', `a,b\n${'x'.repeat(70_000)}\0\n`, 'source_damaged'],
  ['Parquet that is cut', 'a.parquet', 'PAR1 and nothing more PAR1', 'source_damaged'],
  [
    'Parquet with a footer beyond the file',
    'a.parquet',
    Buffer.from('PAR1\xff\xff\xff\x7fPAR1', 'latin1'),
    'source_damaged',
  ],
  [
    'SQLite of noise',
    'a.db',
    Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 0xa5)]),
    'source_damaged',
  ],
]

it.each(HOSTILE)('%s ends with a sentence', async (_, name, content, code) => {
  const target = name.endsWith('.csv') ? 'json' : 'csv'
  const failure = await failureOf(shop.convert(shop.file(name, content), target))
  expect(failure.code).toContain(code)
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
})

it('says in which line JSON is wrong', async () => {
  const failure = await failureOf(shop.convert(shop.file('a.json', '{\n "a": 1,\n "b" 2\n}'), 'yaml'))
  expect(failure.message).toBe(
    "The JSON can't be read: in line 3, a colon is missing. Correct the file and convert again.",
  )
})

it('more than a format’s bytes are refused with their number', async () => {
  const path = shop.file('a.yaml', `a: ${'x'.repeat(10_000_001)}`)
  expect((await failureOf(shop.convert(path, 'json'))).message).toMatch(/^The file has more than 10 MB/)
})

describe('a file of a database', () => {
  it('runs nothing of what it defines', async () => {
    const { createRequire } = await import('node:module')
    const { Database } = createRequire(import.meta.url)(
      'node-sqlite3-wasm',
    ) as typeof import('node-sqlite3-wasm')
    const path = shop.file('a.db', '')
    const made = new Database(path)
    made.exec(`CREATE TABLE a(x); INSERT INTO a VALUES (1);
      CREATE VIEW endless AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT n FROM r;
      CREATE VIRTUAL TABLE words USING fts5(t);
      CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END;`)
    made.close()
    const result = await shop.convert(path, 'ndjson', { table: 'a' })
    expect(readFileSync(result.path, 'utf8')).toBe('{"x":1}\n')
    expect((await failureOf(shop.convert(path, 'ndjson', { table: 'endless' }))).code).toBe('option_refused')
    for (const part of [3000, 1000]) {
      truncateSync(path, part)
      expect((await failureOf(shop.convert(path, 'csv'))).code).toMatch(/^source_/)
    }
  })
})

it('Parquet with a changed byte anywhere ends well or with a sentence', async () => {
  const data = Array.from({ length: 50 }, (_, at) => `text ${at % 7}`)
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'a', data },
        { name: 'b', data: data.map((_, at) => at) },
      ],
    }),
  )
  const path = shop.file('a.parquet', bytes)
  for (let at = 4; at < bytes.length - 4; at += 23) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    writeFileSync(path, changed)
    const outcome = await shop.convert(path, 'csv').catch((error: Error) => error)
    if (outcome instanceof Error) expect(outcome.message, String(at)).toMatch(SENTENCE)
  }
}, 120_000)
