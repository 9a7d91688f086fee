import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouteError } from './pages/route-error.tsx'

/**
 * A page's module has one default export; anything else is a type error here. `besides` is loaded
 * in parallel.
 */
const page =
  (
    load: () => Promise<{ default: ComponentType }>,
    ...besides: (() => Promise<unknown>)[]
  ): RouteObject['lazy'] =>
  async () => {
    const [{ default: Component }] = await Promise.all([load(), ...besides.map((one) => one())])
    return { Component }
  }

/** How long a page waits for additional code that belongs to its first render. */
const SOON = 400
const soon = (wanted: Promise<unknown>) =>
  Promise.race([wanted, new Promise((resolve) => setTimeout(resolve, SOON))])

const providers = () => soon(import('./api/sign-in.ts').then(({ loadProviders }) => loadProviders()))

/**
 * The route table. Sign-in pages are outside the shell, so that they load neither its code nor user
 * data.
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      {
        path: 'sign-in',
        lazy: page(() => import('./pages/sign-in.tsx'), providers),
      },
      {
        path: 'sign-up',
        lazy: page(() => import('./pages/sign-up.tsx'), providers),
      },
      {
        path: 'sign-in/code',
        lazy: page(() => import('./pages/sign-in-code.tsx')),
      },
      {
        path: 'sign-in/:provider',
        lazy: page(() => import('./pages/sign-in-provider.tsx')),
      },
      { path: 'forgot-password', lazy: page(() => import('./pages/forgot-password.tsx')) },
      { path: 'reset-password', lazy: page(() => import('./pages/reset-password.tsx')) },
      { path: 'invitation', lazy: page(() => import('./pages/invitation.tsx')) },
      { path: 'verify', lazy: page(() => import('./pages/verify.tsx')) },
      { path: 'pricing', lazy: page(() => import('./pages/pricing.tsx')) },
      { path: 'status', lazy: page(() => import('./pages/status.tsx')) },
      { path: 'verify-email', lazy: page(() => import('./pages/verify-email.tsx')) },
      // For developers of components: production builds contain neither the page nor its code.
      ...(import.meta.env.DEV || import.meta.env.MODE === 'mock'
        ? [{ path: 'components', lazy: page(() => import('./pages/components.tsx')) }]
        : []),
      {
        lazy: page(() => import('./pages/layout.tsx')),
        children: [
          {
            // Inside the shell: an error in a page keeps the navigation.
            ErrorBoundary: RouteError,
            children: [
              { index: true, lazy: page(() => import('./pages/overview.tsx')) },
              { path: 'convert', lazy: page(() => import('./pages/convert.tsx')) },
              { path: 'history', lazy: page(() => import('./pages/history.tsx')) },
              { path: 'history/:id', lazy: page(() => import('./pages/conversion.tsx')) },
              { path: 'pipelines', lazy: page(() => import('./pages/pipelines.tsx')) },
              { path: 'pipelines/runs/:id', lazy: page(() => import('./pages/pipeline-run.tsx')) },
              { path: 'pipelines/:id', lazy: page(() => import('./pages/pipeline.tsx')) },
              { path: 'pdf', lazy: page(() => import('./pages/pdf.tsx')) },
              { path: 'scan', lazy: page(() => import('./pages/scan.tsx')) },
              { path: 'scan/:id', lazy: page(() => import('./pages/scan-session.tsx')) },
              { path: 'signing', lazy: page(() => import('./pages/signing.tsx')) },
              { path: 'signing/new', lazy: page(() => import('./pages/new-signing.tsx')) },
              { path: 'signing/:id', lazy: page(() => import('./pages/signing-session.tsx')) },
              { path: 'storage', lazy: page(() => import('./pages/storage.tsx')) },
              { path: 'storage/:id', lazy: page(() => import('./pages/stored-file.tsx')) },
              { path: 'shares', lazy: page(() => import('./pages/shares.tsx')) },
              { path: 'shares/:id', lazy: page(() => import('./pages/share.tsx')) },
              { path: 'webhooks', lazy: page(() => import('./pages/webhooks.tsx')) },
              { path: 'webhooks/new', lazy: page(() => import('./pages/new-webhook.tsx')) },
              { path: 'webhooks/verify', lazy: page(() => import('./pages/verify-signature.tsx')) },
              { path: 'webhooks/:id', lazy: page(() => import('./pages/webhook.tsx')) },
              { path: 'notifications', lazy: page(() => import('./pages/notifications.tsx')) },
              { path: 'security', lazy: page(() => import('./pages/security.tsx')) },
              { path: 'security/api-keys', lazy: page(() => import('./pages/api-keys.tsx')) },
              { path: 'security/log', lazy: page(() => import('./pages/security-log.tsx')) },
              { path: 'billing/return', lazy: page(() => import('./pages/billing-return.tsx')) },
              { path: 'billing/:tab?', lazy: page(() => import('./pages/billing.tsx')) },
              { path: 'businesses', lazy: page(() => import('./pages/businesses.tsx')) },
              { path: 'businesses/:id/:tab?', lazy: page(() => import('./pages/business.tsx')) },
              { path: 'admin', lazy: page(() => import('./pages/admin.tsx')) },
              { path: 'admin/accounts', lazy: page(() => import('./pages/admin-accounts.tsx')) },
              { path: 'admin/accounts/:id', lazy: page(() => import('./pages/admin-account.tsx')) },
              { path: 'admin/audit', lazy: page(() => import('./pages/admin-audit.tsx')) },
              { path: 'admin/billing', lazy: page(() => import('./pages/billing-admin.tsx')) },
              { path: 'admin/businesses', lazy: page(() => import('./pages/business-queue.tsx')) },
              { path: 'admin/businesses/:id', lazy: page(() => import('./pages/business-review.tsx')) },
              { path: 'outbox', lazy: page(() => import('./pages/outbox.tsx')) },
              { path: 'account', lazy: page(() => import('./pages/account.tsx')) },
              { path: '*', lazy: page(() => import('./pages/not-found.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

export const router = createBrowserRouter(routes)
