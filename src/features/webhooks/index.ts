import { lazy } from 'react'

export { NewWebhookForm } from './new-webhook.tsx'
export { NewWebhookActions, NewWebhookSteps } from './new-webhook-actions.tsx'
export { hostOf } from './state.ts'
/** For pages of objects with events. */
export const ObjectDeliveries = lazy(() => import('./object-deliveries.tsx'))
export { useNewWebhook } from './use-new-webhook.ts'
export { VerifySignature } from './verify/verify-signature.tsx'
export { WebhookActions } from './webhook-actions.tsx'
export { WebhookView } from './webhook-view.tsx'
export { CreateWebhookButton, useCreateShown, WebhookCount, Webhooks } from './webhooks.tsx'
