import type { Platform } from '../../platform.ts'
import { hashToken } from '../context.ts'
import type { SigningRecipientRow } from '../schema.ts'

type Of = Pick<SigningRecipientRow, 'id' | 'generation'>

/**
 * A recipient's token: 192 bits derived from the recipient with the instance's key, which is not in
 * the database. Reminders can repeat the link, though only its hash is stored.
 */
export const signingToken = ({ secrets }: Pick<Platform, 'secrets'>, { id, generation }: Of): string =>
  secrets.mac(`${id} ${generation}`, 'signing link').subarray(0, 24).toString('base64url')

export const signingHash = (platform: Pick<Platform, 'secrets'>, of: Of): Buffer =>
  hashToken(signingToken(platform, of))

/** The URL of a recipient's page. */
export const signingUrl = (platform: Pick<Platform, 'secrets' | 'settings'>, of: Of): string =>
  `${platform.settings.mailUrl()}/sign/${signingToken(platform, of)}`
