import { storageEndpoints } from '../../../contract/storage.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Handlers } from '../../http/handlers.ts'

const later = async () => {
  throw new Refusal('unavailable', 'Not served yet.')
}
export const storageRoutes = Object.fromEntries(
  Object.keys(storageEndpoints).map((name) => [name, later]),
) as never as Handlers<keyof typeof storageEndpoints>
