import type { ApiClient } from '../harness/fixtures.ts'
import type { Answer } from '../harness/http.ts'
import { readSessionCookies, readTokens } from '../harness/protocol.ts'
import { familyOf } from './acknowledged-state.ts'
import type { Ledger } from './ledger.ts'

/** Entries of responses. */

export async function enterFamily(
  ledger: Ledger,
  { username, keyId }: Pick<ApiClient, 'username' | 'keyId'>,
  answer: Answer,
): Promise<void> {
  const tokens = readTokens(answer)
  const familyId = familyOf(tokens.refreshToken)
  await ledger.enter({ kind: 'family', familyId, username, keyId, ...pickTokens(tokens) })
}

export async function enterOpening(ledger: Ledger, grantUrl: string, answer: Answer): Promise<void> {
  const cookie = readSessionCookies(answer) ?? ''
  await ledger.enter({ kind: 'opening', grantUrl, cookie, requestId: requestIdOf(answer) })
}

export function requestIdOf({ headers }: Answer): string {
  return String(headers['x-request-id'])
}

export function pickTokens({ accessToken, refreshToken }: Readonly<{ accessToken: string; refreshToken: string }>) {
  return { accessToken, refreshToken }
}
