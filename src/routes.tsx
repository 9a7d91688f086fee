import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadMessageCompiler } from './i18n.ts'
import { RouteError } from './pages/route-error.tsx'

/** A page's module has one default export; anything else is a type error here. */
const page =
  (load: () => Promise<{ default: ComponentType }>): RouteObject['lazy'] =>
  async () => ({ Component: (await load()).default })

/** The URL map. Sign-in stands outside the shell, so that it loads neither its code nor anyone's data. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: 'sign-in', lazy: page(() => import('./pages/sign-in.tsx')) },
      { path: 'sign-up', lazy: page(() => import('./pages/sign-up.tsx')) },
      // For whoever builds the parts: a build has neither the page nor its code.
      ...(import.meta.env.DEV || import.meta.env.MODE === 'mock'
        ? [{ path: 'components', lazy: page(() => import('./pages/components.tsx')) }]
        : []),
      {
        // Messages with values in them are read by code that only the shell's pages need.
        lazy: page(async () => (await Promise.all([import('./pages/layout.tsx'), loadMessageCompiler()]))[0]),
        children: [
          {
            // Inside the shell: an error in a page leaves the way to the others standing.
            ErrorBoundary: RouteError,
            children: [
              { index: true, lazy: page(() => import('./pages/overview.tsx')) },
              { path: 'convert', lazy: page(() => import('./pages/convert.tsx')) },
              { path: 'history', lazy: page(() => import('./pages/history.tsx')) },
              { path: 'history/:id', lazy: page(() => import('./pages/conversion.tsx')) },
              { path: '*', lazy: page(() => import('./pages/not-found.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

export const router = createBrowserRouter(routes)
