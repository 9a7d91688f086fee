import { expect, it } from 'vitest'
import { nextStep, type PartName } from './score.ts'

const POINTS: Record<PartName, number> = {
  password: 20,
  verified_email: 10,
  totp: 40,
  email: 10,
  backup_codes: 15,
  sms: 5,
}

function having(...parts: PartName[]) {
  const names = Object.keys(POINTS) as PartName[]
  const score = names.map((part) => ({ part, points: POINTS[part], earned: parts.includes(part) }))
  return { score, security_score: parts.reduce((sum, part) => sum + POINTS[part], 0) }
}

it.each([
  ['the codes that come with the first factor count with it', having('password'), 'totp', 75],
  ['renewing codes before a phone', having('password', 'totp', 'email'), 'backup_codes', 85],
  [
    'a phone once there is something stronger',
    having('password', 'verified_email', 'totp', 'email', 'backup_codes'),
    'sms',
    100,
  ],
  ['the app, although e-mail codes are there', having('password', 'email', 'backup_codes'), 'totp', 85],
] as const)('%s', (_, security, part, takesTo) => {
  expect(nextStep(security)).toEqual({ part, takesTo })
})

it('is nothing when there is nothing to add', () => {
  expect(nextStep(having('password', 'verified_email', 'totp', 'email', 'backup_codes', 'sms'))).toBeNull()
})
