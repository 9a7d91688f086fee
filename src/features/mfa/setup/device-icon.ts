import { type LucideIcon, MonitorIcon, SmartphoneIcon, TabletIcon, TerminalIcon } from 'lucide-react'
import type { Session } from '../../../api/access.ts'

export const DEVICE_ICONS: Record<Session['kind'], LucideIcon> = {
  desktop: MonitorIcon,
  mobile: SmartphoneIcon,
  tablet: TabletIcon,
  program: TerminalIcon,
}

/** The icon of a device, by its name. */
export const iconOfDevice = (name: string): LucideIcon =>
  /iphone|android|mobile/i.test(name)
    ? DEVICE_ICONS.mobile
    : /ipad|tablet/i.test(name)
      ? DEVICE_ICONS.tablet
      : / on /.test(name)
        ? DEVICE_ICONS.desktop
        : DEVICE_ICONS.program
