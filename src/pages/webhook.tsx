export default function WebhookPage() {
  return null
}
