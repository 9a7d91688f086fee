/**
 * The first API requests of a page. The server inlines the responses into the HTML of a signed-in
 * user. A URL has to match the page's request exactly; otherwise its response is not used.
 */
interface FirstRequests {
  everyPage: readonly string[]
  /** By the page's file name. */
  pages: Readonly<Record<string, readonly string[]>>
}

export const FIRST_REQUESTS: FirstRequests = {
  everyPage: [
    '/api/v1/user/auth/session/',
    '/api/v1/docs_core/credits/',
    '/api/v1/health/',
    '/auth/api/v1/users/businesses/',
    '/api/v1/user/notifications/?page_size=20',
    '/api/v1/pdf_handler/scan/sessions/?open=true&page_size=1',
  ],
  pages: {
    overview: [
      '/api/v1/conversion/?page_size=6',
      '/api/v1/conversion/?status=failed&page_size=30',
      '/api/v1/pdf_handler/signing/sessions/?page_size=20',
      '/api/v1/user/storage/files/?page_size=1',
      '/api/v1/subscription/credits/balance/',
    ],
    history: [
      '/api/v1/conversion/?sort_by=created_at&sort_dir=desc&page_size=50',
      '/api/v1/conversion/summary/',
    ],
  },
}
