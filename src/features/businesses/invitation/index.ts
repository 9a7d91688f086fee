export { InvitationView } from './invitation-view.tsx'
