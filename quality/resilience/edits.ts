import type { Edit } from './resilience-test.ts'

/** Removes the retry window: the previous refresh token counts as reused immediately. */
export const withoutRetryWindow: Edit = {
  file: 'lib/domain/tokens/refresh-tokens/family.ts',
  text: 'readAt < rotatedAt + retryMs',
  instead: 'readAt < rotatedAt - retryMs',
}
