export { NotificationActions } from './actions.tsx'
export { NotificationBell } from './bell.tsx'
export { Notifications } from './notifications.tsx'
