import { shareEndpoints } from '../../contract/shares.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'

const later = () => {
  throw new MockProblem('unavailable', 'Not served yet.')
}
export const shareHandlers = Object.fromEntries(
  Object.keys(shareEndpoints).map((name) => [name, later]),
) as never as AreaHandlers<keyof typeof shareEndpoints>
