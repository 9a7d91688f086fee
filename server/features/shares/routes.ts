import { shareEndpoints } from '../../../contract/shares.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Handlers } from '../../http/handlers.ts'

const later = async () => {
  throw new Refusal('unavailable', 'Not served yet.')
}
export const shareRoutes = Object.fromEntries(
  Object.keys(shareEndpoints).map((name) => [name, later]),
) as never as Handlers<keyof typeof shareEndpoints>
