export { NewWebhookForm } from './new-webhook.tsx'
export { NewWebhookActions, NewWebhookSteps } from './new-webhook-actions.tsx'
export { useNewWebhook } from './use-new-webhook.ts'
export { CreateWebhookButton, WebhookCount, Webhooks } from './webhooks.tsx'
