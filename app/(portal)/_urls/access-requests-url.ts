import { toHref } from './list-url.ts'

export const ownRequestsPath = '/access-requests'

/** The form for a new request, filled in with this ID unless it is empty. */
export function requestAccessHref(accountId: string): string {
  return toHref(ownRequestsPath, { account: accountId || undefined })
}
