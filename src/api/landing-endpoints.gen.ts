// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const landingEndpoints = {
  getPublicShare: { method: 'GET', path: '/api/v1/user/shares/public/{token}/' },
  openPublicShare: { method: 'POST', path: '/api/v1/user/shares/public/{token}/open/' },
  sendShareCode: { method: 'POST', path: '/api/v1/user/shares/public/{token}/email-code/' },
  redeemPublicShare: { method: 'POST', path: '/api/v1/user/shares/public/{token}/download/' },
  reportPublicShare: { method: 'POST', path: '/api/v1/user/shares/public/{token}/report/' },
} as const satisfies { [N in OperationName]?: { method: string; path: string } }
