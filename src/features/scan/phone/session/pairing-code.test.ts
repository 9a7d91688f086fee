import { describe, expect, it } from 'vitest'
import { groupCode, readCode } from './pairing-code.ts'

describe('a typed code', () => {
  it.each([
    ['7KXP42MQ', '7KXP42MQ'],
    ['7kxp 42mq', '7KXP42MQ'],
    [' 7 K X P – 4 2 M Q ', '7KXP42MQ'],
    ['oOiIlL00', '00111100'],
    ['7KXP42MQ99', '7KXP42MQ'],
    ['uUÄ!', ''],
    ['', ''],
  ])('%j is read as %j', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })

  it.each([
    ['', ''],
    ['7KX', '7KX'],
    ['7KXP', '7KXP'],
    ['7KXP4', '7KXP 4'],
    ['7KXP42MQ', '7KXP 42MQ'],
  ])('%j is shown as %j', (code, shown) => {
    expect(groupCode(code)).toBe(shown)
  })
})
