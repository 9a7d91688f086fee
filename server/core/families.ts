import type { Family } from '../../contract/families.ts'

/** The families with routes; audio uses those of video (decision 5). */
export type RouteFamily = Exclude<Family, 'audio'>

/** Families whose files the routes of a family accept and list. */
export const ROUTE_FAMILIES: Record<RouteFamily, readonly Family[]> = {
  document: ['document'],
  image: ['image'],
  font: ['font'],
  video: ['video', 'audio'],
  model: ['model'],
}

/** Families of the routes of `media_core`. */
export const MEDIA: readonly Family[] = ['image', 'video', 'audio', 'model']
