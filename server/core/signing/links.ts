import type { Platform } from '../../platform.ts'
import { hashToken } from '../context.ts'
import type { SigningRecipientRow } from '../schema.ts'

type Of = Pick<SigningRecipientRow, 'id' | 'generation'>

/**
 * A recipient's token: 192 bits that follow from the instance's key, which is not in the database,
 * and from the recipient. So a reminder can say the link again, though only its hash is stored.
 */
export const signingToken = ({ secrets }: Pick<Platform, 'secrets'>, { id, generation }: Of): string =>
  secrets.mac(`${id} ${generation}`, 'signing link').subarray(0, 24).toString('base64url')

export const signingHash = (platform: Pick<Platform, 'secrets'>, of: Of): Buffer =>
  hashToken(signingToken(platform, of))

/** The page of a recipient's own. */
export const signingUrl = (platform: Pick<Platform, 'secrets' | 'settings'>, of: Of): string =>
  `${platform.settings.mailUrl()}/sign/${signingToken(platform, of)}`
