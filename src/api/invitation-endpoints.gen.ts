// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const invitationEndpoints = {
  getInvitation: { method: 'GET', path: '/auth/api/v1/invitations/{token}/' },
  acceptInvitation: { method: 'POST', path: '/auth/api/v1/invitations/{token}/accept/' },
  declineInvitation: { method: 'POST', path: '/auth/api/v1/invitations/{token}/decline/' },
} as const satisfies { [N in OperationName]?: { method: string; path: string } }
