import type { Business } from '../../../../api/businesses.ts'
import { PageFrame } from '../../../../ui/page-frame.tsx'
import { DangerZone } from './danger-zone.tsx'
import { ProfileForm } from './profile-form.tsx'

/** What the business is called and where it is; at the foot what cannot be undone. */
export default function ProfileTab({ business }: { business: Business }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PageFrame width="form">
        <ProfileForm business={business} />
        {business.role && <DangerZone business={business} />}
      </PageFrame>
    </div>
  )
}
