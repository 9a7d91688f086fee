import type { LucideIcon } from 'lucide-react'
import { BoxIcon, FileTextIcon, FilmIcon, ImageIcon, MusicIcon, TypeIcon } from './one-path.ts'

/**
 * The wire's names. Set once as `data-family` on an ancestor, it gives everything below its hue.
 */
export type Family = 'document' | 'image' | 'font' | 'video' | 'audio' | 'model'

export const familyIcons: Record<Family, LucideIcon> = {
  document: FileTextIcon,
  image: ImageIcon,
  font: TypeIcon,
  video: FilmIcon,
  audio: MusicIcon,
  model: BoxIcon,
}
