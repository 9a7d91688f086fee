const policy = (scripts: string): string =>
  [
    "default-src 'self'",
    scripts,
    // React sets style attributes (a progress bar's width); style sheets are our own files.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self' blob:",
    // Video and audio are played from our own addresses, or from this device before they are sent.
    // Fonts and models that are looked at are handed over as bytes, and PDFs are drawn by a worker
    // that is a file of ours: neither needs a word here.
    "media-src 'self' blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Said with every answer. Scripts come from our own files alone: no inline script, no eval. */
export const SECURITY_HEADERS = {
  'content-security-policy': policy("script-src 'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains', // browsers heed it over HTTPS only
} as const

/**
 * What a browser heeds only of a page. A script, a style sheet and a font of the dashboard are sent
 * without it: on a slow line each hundred bytes count thirty times. Scripts keep their policy,
 * which a worker takes from its own file alone.
 */
export const PAGE_ONLY_HEADERS = [
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
  'strict-transport-security',
] as const

/** For a user's file: whatever is in it, no browser runs it. */
export const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
} as const

/**
 * Said with the worker that draws PDFs: its decoders of images are WebAssembly. A worker keeps to
 * the policy of its own file, so that pages still run none.
 */
export const PDF_WORKER_POLICY = policy("script-src 'self' 'wasm-unsafe-eval'")
