import { businessUserEndpoints } from '../../../contract/business-users.ts'
import type { Handlers } from '../../http/handlers.ts'

const missing = () => Promise.reject(new Error('not built yet'))
export const businessUserRoutes = Object.fromEntries(
  Object.keys(businessUserEndpoints).map((name) => [name, missing]),
) as unknown as Handlers<keyof typeof businessUserEndpoints>
