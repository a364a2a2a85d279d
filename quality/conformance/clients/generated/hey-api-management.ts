import * as sdk from '../../.generated/hey-api/sdk.gen.ts'
import type { Reply } from './generated-client.ts'
import { type ManagementClient, toLines } from './management-client.ts'

type Fields = Readonly<{ response?: Response; data?: unknown; error?: unknown }>

async function toReply(result: Promise<Fields>): Promise<Reply> {
  const { response, data, error } = await result
  return { status: response?.status, body: data ?? error, etag: response?.headers.get('ETag') ?? undefined }
}

/** @hey-api/openapi-ts with its default plugins. */
export const client: ManagementClient = (auth) => ({
  listAccounts: (query) => toReply(sdk.listAccounts({ query, auth })),
  getAccount: (accountId) => toReply(sdk.getAccount({ path: { accountId }, auth })),
  putAccount: (accountId, body) => toReply(sdk.putAccount({ path: { accountId }, body, auth })),
  patchAccount: (accountId, body, ifMatch) => {
    const headers = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
    return toReply(sdk.patchAccount({ path: { accountId }, body, headers, auth }))
  },
  importAccounts: (lines, expect) => {
    const query = { missing: 'suspend', expect, results: 'problems' } as const
    const [body = { id: '', name: '' }] = lines
    const bodySerializer = () => toLines(lines)
    return toReply(sdk.importAccounts({ query, body, bodySerializer, parseAs: 'text', auth }))
  },
  generateKey: (body, idempotencyKey) => {
    const headers = { 'Idempotency-Key': idempotencyKey }
    return toReply(sdk.generateKey({ body, headers, auth }))
  },
  getKey: (keyId) => toReply(sdk.getKey({ path: { keyId }, auth })),
  patchKey: (keyId, body) => toReply(sdk.patchKey({ path: { keyId }, body, auth })),
  listKeySecrets: (keyId) => toReply(sdk.listKeySecrets({ path: { keyId }, auth })),
  rotateKeySecret: (keyId, body) => toReply(sdk.rotateKeySecret({ path: { keyId }, body, auth })),
  retireKeySecret: (keyId, secretId) => toReply(sdk.retireKeySecret({ path: { keyId, secretId }, auth })),
  handOverKey: (keyId, body) => toReply(sdk.handOverKey({ path: { keyId }, body, auth })),
  getKeyHandOver: (keyId) => toReply(sdk.getKeyHandOver({ path: { keyId }, auth })),
  withdrawKeyHandOver: (keyId) => toReply(sdk.withdrawKeyHandOver({ path: { keyId }, auth })),
})
