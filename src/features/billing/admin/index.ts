export { BillingAdmin } from './billing-admin.tsx'
export { SandboxLink } from './sandbox-link.tsx'
