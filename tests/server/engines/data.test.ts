import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database, hasReaders, query, readByPython } from './data-readers.ts'
import { EngineHarness, failureOf } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const text = (path: string) => readFileSync(path, 'utf8')
const CSV = 'id,name,price,zip,ok,note\n1,"Müller, Ann",2.50,01234,true,\n2,"a ""b""",-7,99999,false,""\n'
const RECORDS = [
  { id: 1, name: 'Müller, Ann', price: 2.5, zip: '01234', ok: true, note: null },
  { id: 2, name: 'a "b"', price: -7, zip: '99999', ok: false, note: '' },
]

describe.runIf(hasReaders)('CSV', () => {
  it('becomes every other format with its types', async () => {
    const path = shop.file('a.csv', CSV)
    const to = async (target: string) => (await shop.convert(path, target)).path
    expect(readByPython.json(await to('json'))).toEqual(RECORDS)
    expect(readByPython.ndjson(await to('ndjson'))).toEqual(RECORDS)
    expect(readByPython.yaml(await to('yaml'))).toEqual(RECORDS)
    expect(readByPython.tsv(await to('tsv'))).toEqual([
      Object.keys(RECORDS[0] ?? {}),
      ['1', 'Müller, Ann', '2.5', '01234', 'true', ''],
      ['2', 'a "b"', '-7', '99999', 'false', ''],
    ])
    expect(readByPython.xml(await to('xml'))).toMatchObject({
      tag: 'data',
      children: [
        {
          tag: 'row',
          children: [{ tag: 'id', text: '1' }, { text: 'Müller, Ann' }, {}, { text: '01234' }, {}, {}],
        },
        {},
      ],
    })
    expect(query(await to('sqlite'), 'SELECT *, typeof(price) t, typeof(zip) z FROM data')).toEqual([
      { ...RECORDS[0], ok: 1, t: 'real', z: 'text' },
      { ...RECORDS[1], ok: 0, t: 'real', z: 'text' },
    ])
    const parquet = await parquetReadObjects({ file: await asyncBufferFromFile(await to('parquet')) })
    expect(parquet).toEqual(RECORDS.map((record) => ({ ...record, id: BigInt(record.id) })))
  })

  it.each([
    ['semicolons', 'a;b\n1,5;2\n', [{ a: '1,5', b: 2 }]],
    ['tabs', 'a\tb\nx\ty\n', [{ a: 'x', b: 'y' }]],
    ['a mark in front', '\ufeffa,b\nx,y\n', [{ a: 'x', b: 'y' }]],
    ['breaks in cells', 'a,b\r\n"x\r\ny",z\r\n', [{ a: 'x\r\ny', b: 'z' }]],
    ['one column', 'a\nx\n', [{ a: 'x' }]],
    ['formulas', 'a,b\n=1+1,@x\n', [{ a: '=1+1', b: '@x' }]],
    [
      'long numbers',
      'a,b,c\n12345678901234567890,123456789012345678,0.12345678901234567890\n',
      [{ a: '12345678901234567890', b: 'int 123456789012345678', c: '0.12345678901234567890' }],
    ],
    [
      'numbers with signs in front',
      'a,b\n+49,1\n0x1F,+2\n',
      [
        { a: '+49', b: '1' },
        { a: '0x1F', b: '+2' },
      ],
    ],
    ['names given twice or missing', 'a,a,\n1,2,3\n', [{ a: 1, a_2: 2, column_3: 3 }]],
    [
      'rows of other lengths',
      'a,b\n1\n1,2,3\n',
      [
        { a: 1, b: null, column_3: null },
        { a: 1, b: 2, column_3: 3 },
      ],
    ],
    [
      'names that mean something to objects',
      '__proto__,constructor\n1,2\n',
      [JSON.parse('{"__proto__":1,"constructor":2}')],
    ],
  ])('with %s is read', async (_, content, records) => {
    const result = await shop.convert(shop.file('a.csv', content), 'json')
    expect(readByPython.json(result.path)).toEqual(records)
  })

  it('is read in its encoding', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ä,b\nö,ü\n', 'utf16le')])
    expect(readByPython.json((await shop.convert(shop.file('a.csv', utf16), 'json')).path)).toEqual([
      { ä: 'ö', b: 'ü' },
    ])
    const latin = await shop.convert(
      shop.file('a.csv', Buffer.from('name\nGr\xfc\xdfe \x80\n', 'latin1')),
      'json',
    )
    expect(readByPython.json(latin.path)).toEqual([{ name: 'Grüße €' }])
    expect(latin.warnings).toEqual([expect.stringMatching(/Windows-1252/)])
  })

  it('obeys its options', async () => {
    const path = shop.file('a.csv', '1;2\n3;4\n')
    const result = await shop.convert(path, 'json', {
      separator: 'comma',
      header: false,
      types: false,
      indent: 0,
    })
    expect(text(result.path)).toBe('[{"column_1":"1;2"},{"column_1":"3;4"}]\n')
  })
})

describe.runIf(hasReaders)('JSON', () => {
  const nested = '[{"id":9007199254740993,"a":{"b":1,"c":[1,2]},"e":{}},{"id":2,"d":null,"10":"x","9":"y"}]'

  it('keeps every digit and the order of keys', async () => {
    const path = shop.file('a.json', nested)
    const lines = await shop.convert(path, 'ndjson')
    expect(text(lines.path)).toBe(
      '{"id":9007199254740993,"a":{"b":1,"c":[1,2]},"e":{}}\n{"id":2,"d":null,"10":"x","9":"y"}\n',
    )
    const again = await shop.convert(lines.path, 'json', { indent: 0 }, { format: 'ndjson' })
    expect(text(again.path).trim()).toBe(nested)
    const exact = '[0.1000000000000000055511151231257827,1e400,-0,18446744073709551616]'
    const yaml = await shop.convert(shop.file('b.json', exact), 'yaml')
    expect(text(yaml.path)).toContain('18446744073709551616')
    expect(yaml.warnings).toEqual(['2 numbers with more digits than this format keeps were written as text.'])
  })

  it('becomes a table of its nested values, and says so', async () => {
    const result = await shop.convert(shop.file('a.json', nested), 'csv', { separator: 'semicolon' })
    expect(text(result.path)).toBe('id;a.b;a.c;e;d;10;9\r\n9007199254740993;1;[1,2];{};;;\r\n2;;;;;x;y\r\n')
    expect(result.warnings).toEqual([
      '1 nested object was spread over columns with a dot in their names.',
      '2 lists were written as JSON text.',
    ])
    const sqlite = await shop.convert(shop.file('a.json', nested), 'sqlite')
    expect(query(sqlite.path, 'SELECT cast(id AS TEXT) id, "a.b" b FROM data')).toEqual([
      { id: '9007199254740993', b: 1 },
      { id: '2', b: null },
    ])
  })

  it('with a list per table becomes tables', async () => {
    const path = shop.file('a.json', '{"people":[{"n":"Ann"}],"Städte":[{"n":"Ulm"},{"n":"Köln"}]}')
    const zip = await shop.convert(path, 'csv')
    expect(zip).toMatchObject({ format: 'zip', entries: 2 })
    expect(execFileSync('unzip', ['-p', zip.path, 'Sta_dte.csv']).toString()).toBe('n\r\nUlm\r\nKöln\r\n')
    const sqlite = await shop.convert(path, 'sqlite')
    expect(query(sqlite.path, 'SELECT count(*) n FROM "Städte"')).toEqual([{ n: 2 }])
  })

  it.each([
    ['a wrapped list', '{"data":{"items":[{"a":1}]}}', 'a\r\n1\r\n'],
    ['plain values', '[1,"x",null]', 'value\r\n1\r\nx\r\n""\r\n'],
    ['one object', '{"a":1,"b":{"c":2}}', 'a,b.c\r\n1,2\r\n'],
  ])('of %s becomes rows', async (_, content, csv) => {
    expect(text((await shop.convert(shop.file('a.json', content), 'csv')).path)).toBe(csv)
  })

  it('round-trips through every format that can hold it', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/)
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((s) => `t${s.replace(/[\p{Cc}\ufeff\ufffe\uffff]/gu, '')}`),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    )
    const record = fc.dictionary(name, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), async (records) => {
        const source = shop.file('a.json', JSON.stringify(records))
        for (const format of ['yaml', 'ndjson']) {
          const there = await shop.convert(source, format)
          const back = await shop.convert(there.path, 'json', {}, { format })
          expect(JSON.parse(text(back.path)), format).toEqual(JSON.parse(JSON.stringify(records)))
        }
        expect(readByPython.yaml((await shop.convert(source, 'yaml')).path)).toHaveLength(records.length)
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  it('round-trips tables of one kind of value through typed formats', async () => {
    const row = fc.record({
      i: fc.option(fc.maxSafeInteger()),
      n: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)),
      t: fc.option(fc.string({ unit: 'grapheme' }).map((s) => `t${s.replaceAll('\0', '')}`)),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 20 }), async (rows) => {
        const source = shop.file('a.json', JSON.stringify(rows))
        for (const format of ['parquet', 'sqlite', 'csv']) {
          const there = await shop.convert(source, format)
          const back = await shop.convert(there.path, 'json', {}, { format })
          const got = JSON.parse(text(back.path)) as typeof rows
          expect(
            got.map(({ t }) => t),
            format,
          ).toEqual(rows.map(({ t }) => t))
          expect(
            got.map(({ i }) => (i === null ? null : Number(i))),
            format,
          ).toEqual(rows.map(({ i }) => i))
          expect(
            got.map(({ n }) => (n === null ? null : Number(n) + 0)),
            format,
          ).toEqual(rows.map(({ n }) => n))
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

describe.runIf(hasReaders)('YAML', () => {
  it('keeps what its types say, merges keys and copies aliases', async () => {
    const source = `# note
base: &b {a: 1, c: yes}
more:
  <<: *b
  a: 2
date: 2024-01-02
big: 12345678901234567890
oct: 0o17
text: "007"
tagged: !thing {x: ~}
bin: !!binary aGk=
`
    const result = await shop.convert(shop.file('a.yaml', source), 'json', { indent: 0 })
    expect(text(result.path).trim()).toBe(
      '{"base":{"a":1,"c":"yes"},"more":{"a":2,"c":"yes"},"date":"2024-01-02","big":12345678901234567890,"oct":15,"text":"007","tagged":{"x":null},"bin":"aGk="}',
    )
    expect(result.warnings.sort()).toEqual([
      '1 YAML alias was replaced by a copy.',
      '1 YAML tag was left out.',
      '1 binary value was written as Base64 text.',
      'Comments were left out.',
    ])
  })

  it('of several documents becomes a list', async () => {
    const result = await shop.convert(shop.file('a.yml', 'a: 1\n---\nb: 2\n'), 'json')
    expect(readByPython.json(result.path)).toEqual([{ a: 1 }, { b: 2 }])
    expect(result.warnings).toEqual(['2 YAML documents were put into one list.'])
  })
})

describe.runIf(hasReaders)('XML', () => {
  it('becomes JSON by its mapping, and the same XML again', async () => {
    const source =
      '<?xml version="1.0"?><list n="1"><item id="a">x &amp; y</item><item id="b"><![CDATA[<z>]]></item><only/></list>'
    const json = await shop.convert(shop.file('a.xml', source), 'json')
    expect(readByPython.json(json.path)).toEqual({
      list: {
        '@n': '1',
        item: [
          { '@id': 'a', '#text': 'x & y' },
          { '@id': 'b', '#text': '<z>' },
        ],
        only: '',
      },
    })
    const xml = await shop.convert(json.path, 'xml', {}, { format: 'json' })
    expect(readByPython.xml(xml.path)).toMatchObject({
      tag: 'list',
      attrib: { n: '1' },
      children: [{ attrib: { id: 'a' }, text: 'x & y' }, { text: '<z>' }, { tag: 'only', text: '' }],
    })
  })

  it('becomes a table of its repeated element', async () => {
    const source = '<root><row><a>1</a></row><row><a>2</a><b>x</b></row></root>'
    expect(text((await shop.convert(shop.file('a.xml', source), 'csv')).path)).toBe('a,b\r\n1,\r\n2,x\r\n')
  })

  it('is written with names, texts and nothing that it cannot hold', async () => {
    const path = shop.file('a.json', '[{"1 a<b>":"x\\u0001<&\\r","n":null,"l":[1,[2]]}]')
    const result = await shop.convert(path, 'xml')
    expect(readByPython.xml(result.path)).toMatchObject({
      children: [
        {
          children: [
            { tag: '_1_a_b_', text: 'x<&' },
            { tag: 'n' },
            { tag: 'l', text: '1' },
            { tag: 'l', children: [{ tag: 'item', text: '2' }] },
          ],
        },
      ],
    })
    expect(result.warnings).toHaveLength(2)
    const back = await shop.convert(result.path, 'json', {}, { format: 'xml' })
    expect(readByPython.json(back.path)).toMatchObject({ data: { row: { n: null } } })
  })
})

describe.runIf(hasReaders)('SQLite', () => {
  const SQL = `CREATE TABLE a(id INTEGER PRIMARY KEY, "__proto__" TEXT, b BLOB, big INT); INSERT INTO a VALUES (1,'x',x'00ff',9223372036854775807),(2,NULL,NULL,NULL);
CREATE TABLE "t 2"(x); INSERT INTO "t 2" VALUES (1.5),('z'); CREATE VIEW v AS SELECT * FROM a;`

  it('becomes an object with its tables, or the table that is named', async () => {
    const path = database(join(dirname(shop.file('x', 'x')), 'a.db'), SQL)
    const all = await shop.convert(path, 'json')
    expect(readByPython.json(all.path)).toEqual({
      a: [
        JSON.parse('{"id":1,"__proto__":"x","b":"AP8=","big":"int 9223372036854775807"}'),
        JSON.parse('{"id":2,"__proto__":null,"b":null,"big":null}'),
      ],
      't 2': [{ x: 1.5 }, { x: 'z' }],
    })
    expect(all.warnings).toEqual([
      '1 view of the database was left out.',
      '1 binary value was written as Base64 text.',
    ])
    expect(await shop.convert(path, 'csv')).toMatchObject({ format: 'zip', entries: 2 })
    const one = await shop.convert(path, 'csv', { table: 't 2' })
    expect(text(one.path)).toBe('x\r\n1.5\r\nz\r\n')
    const failure = await failureOf(shop.convert(path, 'csv', { table: 'none' }))
    expect(failure.message).toBe(
      'The database has no table "none". It has: a, t 2. Enter one of these, or none for all.',
    )
  })
})

describe.runIf(hasReaders)('Parquet', () => {
  it('keeps decimals, times and lists', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'd', data: [110n, -5n, 123456789012345678n] },
        { name: 't', data: [1700000000123456n, -1n, 0n] },
        { name: 'day', data: [0, 19000, -1] },
        { name: 'list', data: [[1, 2], [], [3]] },
      ],
      schema: [
        { name: 'root', num_children: 4 },
        {
          name: 'd',
          type: 'INT64',
          converted_type: 'DECIMAL',
          scale: 2,
          precision: 18,
          repetition_type: 'OPTIONAL',
        },
        { name: 't', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'OPTIONAL' },
        { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
        { name: 'list', converted_type: 'LIST', num_children: 1, repetition_type: 'OPTIONAL' },
        { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
        { name: 'element', type: 'INT32', repetition_type: 'OPTIONAL' },
      ],
    })
    const path = shop.file('a.parquet', new Uint8Array(bytes))
    const json = await shop.convert(path, 'ndjson')
    expect(text(json.path).trim().split('\n')).toEqual([
      '{"d":1.1,"t":"2023-11-14T22:13:20.123456Z","day":"1970-01-01","list":[1,2]}',
      '{"d":-0.05,"t":"1969-12-31T23:59:59.999999Z","day":"2022-01-08","list":[]}',
      '{"d":1234567890123456.78,"t":"1970-01-01T00:00:00Z","day":"1969-12-31","list":[3]}',
    ])
    const csv = await shop.convert(path, 'csv')
    expect(csv.warnings).toEqual(['3 lists were written as JSON text.'])
  })
})
