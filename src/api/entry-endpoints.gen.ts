// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const entryEndpoints = {
  signUp: { method: 'POST', path: '/api/v1/user/auth/signup/' },
  logIn: { method: 'POST', path: '/api/v1/user/auth/login/' },
  getSession: { method: 'GET', path: '/api/v1/user/auth/session/' },
  logOut: { method: 'POST', path: '/api/v1/user/auth/logout/' },
  listProviders: { method: 'GET', path: '/api/v1/user/auth/providers/' },
  startProvider: { method: 'POST', path: '/api/v1/user/auth/providers/{provider}/start/' },
  verifyEmail: { method: 'POST', path: '/api/v1/user/auth/verify-email/' },
  sendVerification: { method: 'POST', path: '/api/v1/user/auth/verify-email/send/' },
  requestPasswordReset: { method: 'POST', path: '/api/v1/user/auth/password-reset/' },
  resetPassword: { method: 'POST', path: '/api/v1/user/auth/password-reset/confirm/' },
  checkStepUp: { method: 'GET', path: '/api/v1/user/auth/step-up/' },
  listIdentities: { method: 'GET', path: '/api/v1/user/identities/' },
  linkIdentity: { method: 'POST', path: '/api/v1/user/identities/' },
  unlinkIdentity: { method: 'DELETE', path: '/api/v1/user/identities/{identity_id}/' },
  challengeMfa: { method: 'POST', path: '/auth/api/v1/social/mfa/challenge/' },
  verifyMfa: { method: 'POST', path: '/auth/api/v1/social/mfa/verify/' },
  getSeal: { method: 'GET', path: '/api/v1/pdf_handler/signing/seal/' },
  lookUpSealed: { method: 'POST', path: '/api/v1/pdf_handler/signing/verify/' },
  getPricing: { method: 'GET', path: '/api/v1/subscription/pricing_plan/' },
  getRateCard: { method: 'GET', path: '/api/v1/subscription/rate_card/' },
} as const satisfies { [N in OperationName]?: { method: string; path: string } }
