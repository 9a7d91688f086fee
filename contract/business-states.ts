export type BusinessStatus = 'pending' | 'active' | 'suspended' | 'closed'

/** Such a business can be read and not changed; its links do not open. */
export const FROZEN: readonly BusinessStatus[] = ['suspended', 'closed']

export type VerificationStatus = 'unverified' | 'submitted' | 'in_review' | 'verified' | 'rejected'

export type BusinessUserStatus = 'invited' | 'active' | 'suspended' | 'removed' | 'declined'
