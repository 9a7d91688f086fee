import { createLucideIcon, type LucideIcon } from 'lucide-react'

/**
 * Lucide icons that appear in every row, merged from up to eight elements into one path: in long
 * lists they are most of the DOM.
 */
const onePath = (name: string, d: string): LucideIcon => createLucideIcon(name, [['path', { d, key: name }]])

const circle = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0'
const square = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z'

export const FileTextIcon = onePath(
  'file-text',
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8',
)
export const ImageIcon = onePath(
  'image',
  `${square}M7 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21`,
)
export const TypeIcon = onePath('type', 'M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6')
export const FilmIcon = onePath(
  'film',
  `${square}M7 3v18M3 7.5h4M3 12h18M3 16.5h4M17 3v18M17 7.5h4M17 16.5h4`,
)
export const MusicIcon = onePath(
  'music',
  'M21 16V3a1 1 0 0 0-1.28-.96l-10 2.917a1 1 0 0 0-.72.96V19M15 16a3 3 0 1 0 6 0a3 3 0 1 0-6 0M3 19a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
)
export const BoxIcon = onePath(
  'box',
  'M21 8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16ZM3.3 7l8.7 5 8.7-5M12 22V12',
)
export const CircleAlertIcon = onePath('circle-alert', `${circle}M12 8v4M12 16h.01`)
export const CircleSlashIcon = onePath('circle-slash', `${circle}M9 15l6-6`)
export const LoaderIcon = onePath(
  'loader',
  'M12 2v4M16.2 7.8l2.9-2.9M18 12h4M16.2 16.2l2.9 2.9M12 18v4M4.9 19.1l2.9-2.9M2 12h4M4.9 4.9l2.9 2.9',
)
