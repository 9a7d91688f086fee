import type { Business } from '../../../../api/businesses.ts'
import { PageFrame } from '../../../../ui/page-frame.tsx'
import { DangerZone } from './danger-zone.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The profile of the business; destructive actions are at the end. */
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
