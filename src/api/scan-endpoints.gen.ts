// Made by scripts/endpoints.js from contract/. Do not edit.
import type { OperationName } from '../../contract/contract.ts'

export const scanEndpoints = {
  pairPhone: { method: 'POST', path: '/api/v1/pdf_handler/scan/pair/' },
  getPairedSession: { method: 'GET', path: '/api/v1/pdf_handler/scan/pair/' },
  updatePairedSession: { method: 'PATCH', path: '/api/v1/pdf_handler/scan/pair/' },
  addPairedPage: { method: 'POST', path: '/api/v1/pdf_handler/scan/pair/pages/' },
  updatePairedPage: { method: 'PATCH', path: '/api/v1/pdf_handler/scan/pair/pages/{page_id}/' },
  deletePairedPage: { method: 'DELETE', path: '/api/v1/pdf_handler/scan/pair/pages/{page_id}/' },
  restorePairedPage: { method: 'POST', path: '/api/v1/pdf_handler/scan/pair/pages/{page_id}/restore/' },
  getPairedImage: { method: 'GET', path: '/api/v1/pdf_handler/scan/pair/pages/{page_id}/image/' },
} as const satisfies { [N in OperationName]?: { method: string; path: string } }
