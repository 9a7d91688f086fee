import { storageEndpoints } from '../../contract/storage.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'

const later = () => {
  throw new MockProblem('unavailable', 'Not served yet.')
}
export const storageHandlers = Object.fromEntries(
  Object.keys(storageEndpoints).map((name) => [name, later]),
) as never as AreaHandlers<keyof typeof storageEndpoints>
