import type { Family } from '../../contract/families.ts'

/** The families that have routes; audio rides on video's (decision 5). */
export type RouteFamily = Exclude<Family, 'audio'>

/** Which families' files a family's routes take and speak of. */
export const ROUTE_FAMILIES: Record<RouteFamily, readonly Family[]> = {
  document: ['document'],
  image: ['image'],
  font: ['font'],
  video: ['video', 'audio'],
  model: ['model'],
}

/** What the routes of `media_core` speak of. */
export const MEDIA: readonly Family[] = ['image', 'video', 'audio', 'model']
