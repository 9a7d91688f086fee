import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'corpora')
const [, ...rows] = readFileSync(join(folder, 'manifest.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))

it('describes every file of the corpora as it is', () => {
  const described = rows.map(([family, file, bytes, sum]) => [`${family}/${file}`, Number(bytes), sum])
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'make')
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
    .map((path) => {
      const content = readFileSync(join(folder, path))
      return [path, content.length, createHash('sha256').update(content).digest('hex')]
    })
  expect(found.toSorted()).toEqual(described.toSorted())
})

it('has sound and broken files of every family, in less than a megabyte', () => {
  const kinds = new Set(rows.map(([family, , , , , , expected]) => `${family} ${expected}`))
  for (const family of ['docs', 'fonts', 'images', 'models', 'pdf', 'video']) {
    expect(kinds).toContain(`${family} convert`)
    expect([...kinds].some((kind) => /(clean-fail|either)$/.test(kind) && kind.startsWith(family))).toBe(true)
  }
  expect(rows.reduce((sum, [, , bytes]) => sum + Number(bytes), 0)).toBeLessThan(1_000_000)
})
