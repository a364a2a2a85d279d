import type { Edit } from './resilience-test.ts'

/** Takes away the retry window: the previous refresh token is a stolen one at once. */
export const withoutRetryWindow: Edit = {
  file: 'lib/refresh-tokens/family.ts',
  text: 'readAt < rotatedAt + retryMs',
  instead: 'readAt < rotatedAt - retryMs',
}
