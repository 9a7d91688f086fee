import { Verify } from '../features/verify/index.ts'

export default function VerifyPage() {
  return <Verify />
}
