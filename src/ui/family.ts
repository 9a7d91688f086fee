import type { LucideIcon } from 'lucide-react'
import { BoxIcon, FileTextIcon, FilmIcon, ImageIcon, MusicIcon, TypeIcon } from './one-path.ts'

/** The wire names. `data-family` on an ancestor sets the hue of everything in it. */
export type Family = 'document' | 'image' | 'font' | 'video' | 'audio' | 'model'

export const familyIcons: Record<Family, LucideIcon> = {
  document: FileTextIcon,
  image: ImageIcon,
  font: TypeIcon,
  video: FilmIcon,
  audio: MusicIcon,
  model: BoxIcon,
}
