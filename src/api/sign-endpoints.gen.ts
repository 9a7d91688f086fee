// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const signEndpoints = {
  viewSigning: { method: 'GET', path: '/api/v1/pdf_handler/signing/sign/{token}/' },
  sign: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/' },
  declineSigning: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/decline/' },
  delegateSigning: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/delegate/' },
  openSigning: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/open/' },
  sendSigningCode: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/email-code/' },
  attachToSigning: {
    method: 'POST',
    path: '/api/v1/pdf_handler/signing/sign/{token}/attachments/{field_id}/',
  },
  beginDeviceDrawing: { method: 'POST', path: '/api/v1/pdf_handler/signing/sign/{token}/device/' },
  getDeviceDrawing: { method: 'GET', path: '/api/v1/pdf_handler/signing/sign/{token}/device/' },
  viewDevice: { method: 'GET', path: '/api/v1/pdf_handler/signing/device/{device}/' },
  drawOnDevice: { method: 'POST', path: '/api/v1/pdf_handler/signing/device/{device}/' },
} as const satisfies { [N in OperationName]?: { method: string; path: string } }
