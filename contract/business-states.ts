/** A suspended or closed business can be read and not changed. */
export type BusinessStatus = 'pending' | 'active' | 'suspended' | 'closed'

export type VerificationStatus = 'unverified' | 'submitted' | 'in_review' | 'verified' | 'rejected'

export type BusinessUserStatus = 'invited' | 'active' | 'suspended' | 'removed' | 'declined'
