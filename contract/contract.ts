import { accessEndpoints } from './access.ts'
import { accountEndpoints } from './account.ts'
import { adminEndpoints } from './admin.ts'
import { batchEndpoints } from './batches.ts'
import { billingAdminEndpoints } from './billing-admin.ts'
import { billingEndpoints } from './billing-endpoints.ts'
import { businessEventEndpoints } from './business-events.ts'
import { businessUserEndpoints } from './business-users.ts'
import { businessEndpoints } from './businesses.ts'
import { convertEndpoints } from './convert-endpoints.ts'
import { eventLogEndpoints } from './event-log.ts'
import { fontEndpoints } from './fonts.ts'
import { historyEndpoints } from './history.ts'
import { mfaEndpoints } from './mfa.ts'
import { notificationEndpoints } from './notifications.ts'
import { pdfEndpoints } from './pdf.ts'
import { pipelineEndpoints } from './pipelines.ts'
import { sampleEndpoints } from './samples.ts'
import { scanEndpoints } from './scan-endpoints.ts'
import { shareEndpoints } from './shares.ts'
import { signInEndpoints } from './sign-in.ts'
import { signingEndpoints } from './signing-endpoints.ts'
import { statusEndpoints } from './status.ts'
import { storageEndpoints } from './storage.ts'
import { tokenEndpoints } from './tokens.ts'
import { usageEndpoints } from './usage.ts'
import { verifyEndpoints } from './verify.ts'
import { webhookEndpoints } from './webhooks.ts'

/**
 * Every operation of the service, by name. The server, the mock, the documentation and the clients
 * all use this table.
 */
export const contract = {
  ...statusEndpoints,
  ...adminEndpoints,
  ...accountEndpoints,
  ...notificationEndpoints,
  ...signInEndpoints,
  ...mfaEndpoints,
  ...accessEndpoints,
  ...tokenEndpoints,
  ...convertEndpoints,
  ...sampleEndpoints,
  ...fontEndpoints,
  ...pdfEndpoints,
  ...pipelineEndpoints,
  ...scanEndpoints,
  ...historyEndpoints,
  ...batchEndpoints,
  ...usageEndpoints,
  ...billingEndpoints,
  ...billingAdminEndpoints,
  ...storageEndpoints,
  ...shareEndpoints,
  ...signingEndpoints,
  ...verifyEndpoints,
  ...businessEndpoints,
  ...businessEventEndpoints,
  ...businessUserEndpoints,
  ...webhookEndpoints,
  ...eventLogEndpoints,
} as const

export type Contract = typeof contract
export type OperationName = keyof Contract

/**
 * Paths of older clients (specification, part 9): the same operations under another prefix.
 */
const ALIASES: readonly (readonly [prefix: string, alias: string])[] = [
  ['/api/v1/convert/image/', '/api/v1/image_converter/'],
  ['/api/v1/convert/video/', '/api/v1/video_converter/'],
  ['/api/v1/convert/model/', '/api/v1/model/'],
]

/** Every path of an operation, the main one first. */
export function pathsOf({ path }: { path: string }): string[] {
  const alias = ALIASES.find(([prefix]) => path.startsWith(prefix))
  return alias ? [path, path.replace(alias[0], alias[1])] : [path]
}
