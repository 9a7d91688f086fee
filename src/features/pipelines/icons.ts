import {
  ArrowDown10Icon,
  ArrowRightLeftIcon,
  CombineIcon,
  CropIcon,
  EraserIcon,
  FileMinusIcon,
  FileOutputIcon,
  HashIcon,
  ImagesIcon,
  InfoIcon,
  LayersIcon,
  LockIcon,
  LockOpenIcon,
  type LucideIcon,
  RotateCwIcon,
  ScalingIcon,
  ScanTextIcon,
  ScissorsIcon,
  ShrinkIcon,
  StampIcon,
  WrenchIcon,
} from 'lucide-react'

const ICONS: Record<string, LucideIcon> = {
  convert: ArrowRightLeftIcon,
  crop_pages: CropIcon,
  decrypt: LockOpenIcon,
  delete_pages: FileMinusIcon,
  encrypt: LockIcon,
  extract_images: ImagesIcon,
  extract_pages: FileOutputIcon,
  flatten: LayersIcon,
  merge: CombineIcon,
  metadata: InfoIcon,
  ocr: ScanTextIcon,
  optimize: ShrinkIcon,
  page_numbers: HashIcon,
  redact: EraserIcon,
  reorder_pages: ArrowDown10Icon,
  repair: WrenchIcon,
  resize_pages: ScalingIcon,
  rotate_pages: RotateCwIcon,
  split: ScissorsIcon,
  watermark: StampIcon,
}

/**
 * What an operation is known by at a glance. One that is newer than this dashboard has a tool's.
 */
export const operationIcon = (operation: string): LucideIcon => ICONS[operation] ?? WrenchIcon
