import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const PASSWORD = 'Größe 7'

async function lockedPdf(): Promise<string> {
  const plain = await shop.convert(shop.file('harbour.md', 'Locked harbour'), 'pdf')
  const { path } = await shop.convert(
    plain.path,
    'pdf',
    { user_password: PASSWORD },
    { format: 'pdf', operation: 'encrypt' },
  )
  return path
}
const words = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ')

describe.each(['txt', 'md', 'docx', 'png'])('an encrypted PDF becomes %s', (target) => {
  it('with its password, and says so where it is missing or wrong', async () => {
    const path = await lockedPdf()
    const convert = (password: string) => shop.convert(path, target, { password }, { format: 'pdf' })
    const made = await convert(PASSWORD)
    if (target === 'txt' || target === 'md') expect(words(made.path)).toContain('Locked harbour')
    const [missing, wrong] = [await failureOf(convert('')), await failureOf(convert('wrong'))]
    expect([missing.code, wrong.code]).toEqual(['source_encrypted', 'source_encrypted'])
    expect(missing.message).toMatch(/^The file is password-protected\. Enter/)
    expect(wrong.message).toMatch(/^The password does not open the PDF\./)
  })
})

it('takes a password for a PDF that needs none', async () => {
  const plain = await shop.convert(shop.file('open.md', 'Open harbour'), 'pdf')
  const { path } = await shop.convert(plain.path, 'txt', { password: 'x' }, { format: 'pdf' })
  expect(words(path)).toContain('Open harbour')
})
