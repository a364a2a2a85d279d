import type { Reply } from './generated-client.ts'

/**
 * The life of an account and of a key, as a client generated from `/openapi.json` offers it to a program with this
 * token.
 */
export type ManagementClient = (accessToken: string) => Readonly<{
  listAccounts: (query: Readonly<{ limit?: number; cursor?: string; search?: string }>) => Promise<Reply>
  getAccount: (accountId: string) => Promise<Reply>
  putAccount: (accountId: string, body: AccountBody) => Promise<Reply>
  patchAccount: (accountId: string, body: Partial<AccountBody>, ifMatch?: string) => Promise<Reply>
  importAccounts: (lines: readonly (AccountBody & Readonly<{ id: string }>)[], expect: number) => Promise<Reply>
  generateKey: (body: KeyBody, idempotencyKey: string) => Promise<Reply>
  getKey: (keyId: string) => Promise<Reply>
  patchKey: (keyId: string, body: Readonly<{ state: 'active' | 'disabled' | 'revoked' }>) => Promise<Reply>
  listKeySecrets: (keyId: string) => Promise<Reply>
  rotateKeySecret: (keyId: string, body: Readonly<{ retireAfter: '1h' | '7d' }>) => Promise<Reply>
  retireKeySecret: (keyId: string, secretId: string) => Promise<Reply>
  handOverKey: (keyId: string, body: Readonly<{ hours: number }>) => Promise<Reply>
  getKeyHandOver: (keyId: string) => Promise<Reply>
  withdrawKeyHandOver: (keyId: string) => Promise<Reply>
}>

type AccountBody = Readonly<{ name: string; locale?: string | null; suspended?: boolean }>
type KeyBody = Readonly<{ name: string; ownerId: string; scopes?: ('sso' | 'introspect')[]; expiresInDays?: number }>

/** JSON Lines (the body of an import), which the generators leave to the caller. */
export function toLines(values: unknown): string {
  return [values]
    .flat()
    .map((value) => `${JSON.stringify(value)}\n`)
    .join('')
}
