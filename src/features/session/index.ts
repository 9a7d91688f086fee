export { SignInForm } from './sign-in-form.tsx'
export { SignPage } from './sign-page.tsx'
export { SignUpForm } from './sign-up-form.tsx'
