import { readFileSync } from 'node:fs'

/** A row of `src/routes.tsx`: a pattern of the router, and the source of its page. */
export interface Route {
  path: string
  page: string
  /** It stands in the frame, which only somebody's own pages do. */
  framed: boolean
}

/** Where the frame stands in the table: the pages before it are for visitors. */
export const FRAME = 'src/pages/layout.tsx'

/**
 * The table as it is written there, for what is made of it at the build. Throws where a row has a
 * form that this does not read.
 */
export function readRoutes(): Route[] {
  const text = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
  const frame = text.indexOf(`./${FRAME.replace('src/', '')}`)
  const rows = text.matchAll(
    /(?:path: '([^']+)'|index: true),\s*lazy: page\(\(\) => import\('\.\/(pages\/[\w-]+\.tsx)'\)/g,
  )
  const routes = [...rows].map(({ 1: path = '', 2: page, index }) => ({
    path: `/${path}`,
    page: `src/${page}`,
    framed: index > frame,
  }))
  const imported = [...text.matchAll(/import\('\.\/pages\//g)].length
  if (frame < 0 || routes.length !== imported - 1)
    throw new Error('src/routes.tsx has a row that scripts/routes.ts does not read.')
  return routes
}
