import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normaliseFences } from '../../../server/engines/families/document/markdown-fences.ts'
import { EngineHarness } from './helpers.ts'

describe('code fences', () => {
  it.each([
    ['```js', '```js', '```js'],
    ['``` js title="a b"', '```js', '```js'],
    ['```js {1,4-6}', '```js', '```js'],
    ['```rust,ignore', '```rust', '```rust'],
    ['```{.python .numberLines}', '```{.python .numberLines}', '```python'],
    ['```{.python .numberLines startFrom="3"} text', '```{.python .numberLines startFrom="3"}', '```python'],
    ['```haskell {.numberLines}', '```haskell {.numberLines}', '```haskell'],
    ['```{r, echo=FALSE}', '```r', '```r'],
    ['~~~~ c++ `a`', '~~~~c++', '~~~~c++'],
    ['> - ```c# x', '> - ```c#', '> - ```c#'],
    ['``` js let a = 1 ```', '``` js let a = 1 ```', '``` js let a = 1 ```'],
    ['    ```js x', '    ```js x', '    ```js x'],
  ])('%s', (line, pandoc, github) => {
    expect(normaliseFences(line, true)).toBe(pandoc)
    expect(normaliseFences(line, false)).toBe(github)
  })

  it('inside a block are its text', () => {
    const block = '````md\n```js title="a"\n```\n````\n'
    expect(normaliseFences(block, true)).toBe(block)
    expect(normaliseFences('~~~\n```js x\n~~~\n```js x\n```\n', true)).toBe('~~~\n```js x\n~~~\n```js\n```\n')
  })
})

describe('code blocks of Markdown', () => {
  const shop = new EngineHarness()
  const plainShop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
    await plainShop.open({ system: false })
  })
  afterAll(async () => {
    await shop.close()
    await plainShop.close()
  })

  const TEXT =
    '```{.python .numberLines}\nx = 1\n```\n\n```js title="a b"\nlet b\n```\n\n```{r, echo=FALSE}\ny <- 2\n```\n'

  it.each([
    ['md', shop],
    ['gfm', shop],
    ['md', plainShop],
  ])('stay blocks from %s', async (format, from) => {
    const { path } = await from.convert(from.file('a.md', TEXT), 'html', {}, { format })
    const html = readFileSync(path, 'utf8')
    expect(html.match(/<pre/g)).toHaveLength(3)
    expect(html).not.toMatch(/title="a b"|\.numberLines|echo/)
    expect(html).toMatch(/class="sourceCode (?:numberSource )?python/)
  })
})
