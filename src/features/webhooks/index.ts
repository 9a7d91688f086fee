export { CreateWebhookButton, WebhookCount, Webhooks } from './webhooks.tsx'
