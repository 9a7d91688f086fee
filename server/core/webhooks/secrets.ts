import { randomBytes } from 'node:crypto'
import type { Platform } from '../../platform.ts'
import type { WebhookRow } from '../schema.ts'

const PURPOSE = 'webhook secret'
const HEADERS = 'webhook headers'

/** A new webhook secret in the format of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = ({ secrets }: Pick<Platform, 'secrets'>, secret: string) =>
  secrets.seal(Buffer.from(secret), PURPOSE)

export const openSecret = ({ secrets }: Pick<Platform, 'secrets'>, sealed: Buffer) =>
  secrets.open(sealed, PURPOSE).toString()

/** The encrypted columns of the owner's headers. */
export const sealHeaders = (
  { secrets }: Pick<Platform, 'secrets'>,
  headers: Record<string, string>,
): Pick<WebhookRow, 'headers' | 'headerNames'> => {
  const headerNames = Object.keys(headers)
  return {
    headerNames,
    headers: headerNames.length > 0 ? secrets.seal(Buffer.from(JSON.stringify(headers)), HEADERS) : null,
  }
}

export const openHeaders = (
  { secrets }: Pick<Platform, 'secrets'>,
  { headers }: Pick<WebhookRow, 'headers'>,
): Record<string, string> => (headers ? JSON.parse(secrets.open(headers, HEADERS).toString()) : {})
