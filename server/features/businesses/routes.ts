import { businessEndpoints } from '../../../contract/businesses.ts'
import type { Handlers } from '../../http/handlers.ts'

const missing = () => Promise.reject(new Error('not built yet'))
export const businessRoutes = Object.fromEntries(
  Object.keys(businessEndpoints).map((name) => [name, missing]),
) as unknown as Handlers<keyof typeof businessEndpoints>
