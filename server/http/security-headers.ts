const policy = (scripts: string): string =>
  [
    "default-src 'self'",
    scripts,
    // React sets style attributes (a progress bar's width); style sheets are local files.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self' blob:",
    // Media plays from this origin, or from a local blob before upload. Fonts and models are loaded
    // as bytes, and the PDF worker is a local file: neither needs a directive.
    "media-src 'self' blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every response. Only local script files run: no inline script, no eval. */
export const SECURITY_HEADERS = {
  'content-security-policy': policy("script-src 'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  // Browsers apply it over HTTPS only.
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const

/**
 * Headers that browsers apply to pages only. Scripts, style sheets and fonts omit them: on a slow
 * connection 100 bytes count thirty times. Scripts keep their policy, since a worker uses the
 * policy of its own file.
 */
export const PAGE_ONLY_HEADERS = [
  'referrer-policy',
  'x-frame-options',
  'cross-origin-opener-policy',
  'permissions-policy',
  'strict-transport-security',
] as const

/** For user files: no browser executes their content. */
export const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
} as const

/**
 * Policy of the PDF worker: its image decoders are WebAssembly. A worker uses the policy of its own
 * file, so pages still run no WebAssembly.
 */
export const PDF_WORKER_POLICY = policy("script-src 'self' 'wasm-unsafe-eval'")
