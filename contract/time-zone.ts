import { z } from 'zod'

/** Names of places, and no offsets: one place's offset changes twice a year. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]/, 'This is not a time zone.')
  .refine(isTimeZone, 'This is not a time zone.')
  .meta({ description: 'Time zone as an IANA name.', example: 'Europe/Lisbon' })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
