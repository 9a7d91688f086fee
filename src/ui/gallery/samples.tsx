import type { Family } from '../family.ts'
import type { MotifState } from '../motif.tsx'

export const FAMILIES: [Family, string][] = [
  ['document', 'Documents'],
  ['image', 'Images'],
  ['font', 'Fonts'],
  ['video', 'Video'],
  ['model', 'Models'],
]

export const BEST = [
  { value: 'pdfa', label: 'PDF/A', note: 'keeps for years' },
  { value: 'docx', label: 'DOCX', note: 'can be edited' },
  { value: 'html', label: 'HTML', note: 'for the web' },
]

export const KINDS = [
  {
    name: 'Documents',
    items: [
      { value: 'pdf', label: 'PDF' },
      { value: 'odt', label: 'ODT', words: 'opendocument' },
      { value: 'rtf', label: 'RTF' },
    ],
  },
  {
    name: 'Text',
    items: [
      { value: 'txt', label: 'TXT', words: 'plain' },
      { value: 'md', label: 'MD', words: 'markdown' },
    ],
  },
]

export const MOTIFS: [
  name: string,
  does: string,
  state: MotifState & { from: string; to: string; family: Family },
][] = [
  [
    'Ready',
    'Dashed. The target is a button that opens the list; quoted price beside it.',
    { state: 'ready', from: 'DOCX', to: 'PDF/A', family: 'document' },
  ],
  [
    'Uploading',
    'The source box fills. Bytes, speed, time left.',
    { state: 'uploading', percent: 62, says: 'Uploading', from: 'TIFF', to: 'WebP', family: 'image' },
  ],
  [
    'Converting',
    'The line fills to a tick, only with a percent the engine reports.',
    {
      state: 'converting',
      percent: 56,
      says: 'Rendering slide 27 of 48',
      from: 'PPTX',
      to: 'PDF',
      family: 'document',
    },
  ],
  [
    'Stage only',
    'A segment floats on a dashed line. Stage, step, time so far.',
    { state: 'stage', says: 'Meshing surfaces', from: 'STEP', to: 'GLB', family: 'model' },
  ],
  [
    'Done',
    'Solid line, tinted target. Size, what was saved, next steps.',
    { state: 'done', from: 'HEIC', to: 'AVIF', family: 'image' },
  ],
  [
    'Failed',
    'The line breaks where it stopped. Cause, charge, one way on.',
    { state: 'failed', percent: 40, from: 'MOV', to: 'MP4', family: 'video' },
  ],
  [
    'Cancelled',
    'Dashed grey, dashed target.',
    { state: 'cancelled', from: 'STL', to: 'STEP', family: 'model' },
  ],
  [
    'Expired',
    'All grey. The facts stay, the file is gone.',
    { state: 'expired', from: 'TTF', to: 'WOFF2', family: 'font' },
  ],
]
