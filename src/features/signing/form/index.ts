export { SigningForm as SignRoom } from './signing-form.tsx'
