import type { Business } from '../../../api/businesses.ts'
import { ApiKeys } from '../../api-keys/index.ts'
import { can } from './rights.ts'

/** API keys that act for the business. */
export default function KeysTab({ business }: { business: Business }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ApiKeys business={{ id: business.business_id, mayWrite: can(business, 'keys:write') }} />
    </div>
  )
}
