import createClient from 'openapi-fetch'
import document from '../../.generated/openapi.json' with { type: 'json' }
import type { paths } from '../../.generated/openapi-typescript.ts'
import type { Reply } from './generated-client.ts'
import { type ManagementClient, toLines } from './management-client.ts'

type Fields = Readonly<{ response: Response; data?: unknown; error?: unknown }>

async function toReply(result: Promise<Fields>): Promise<Reply> {
  const { response, data, error } = await result
  return { status: response.status, body: data ?? error, etag: response.headers.get('ETag') ?? undefined }
}

const ofKey = (keyId: string) => ({ params: { path: { keyId } } })

/** openapi-fetch with the types of openapi-typescript. */
export const client: ManagementClient = (accessToken) => {
  const baseUrl = document.servers[0]?.url ?? ''
  const { GET, POST, PUT, PATCH, DELETE } = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  return {
    listAccounts: (query) => toReply(GET('/api/v1/accounts', { params: { query } })),
    getAccount: (accountId) => toReply(GET('/api/v1/accounts/{accountId}', { params: { path: { accountId } } })),
    putAccount: (accountId, body) =>
      toReply(PUT('/api/v1/accounts/{accountId}', { params: { path: { accountId } }, body })),
    patchAccount: (accountId, body, ifMatch) => {
      const headers = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
      return toReply(PATCH('/api/v1/accounts/{accountId}', { params: { path: { accountId } }, headers, body }))
    },
    importAccounts: (lines, expect) => {
      const query = { missing: 'suspend', expect, results: 'problems' } as const
      const [body = { id: '', name: '' }] = lines
      const asLines = { headers: { 'Content-Type': 'application/x-ndjson' }, bodySerializer: () => toLines(lines) }
      return toReply(POST('/api/v1/accounts/import', { params: { query }, body, ...asLines, parseAs: 'text' }))
    },
    generateKey: (body, idempotencyKey) => {
      const headers = { 'Idempotency-Key': idempotencyKey }
      return toReply(POST('/api/v1/keys', { headers, body }))
    },
    getKey: (keyId) => toReply(GET('/api/v1/keys/{keyId}', ofKey(keyId))),
    patchKey: (keyId, body) => toReply(PATCH('/api/v1/keys/{keyId}', { ...ofKey(keyId), body })),
    listKeySecrets: (keyId) => toReply(GET('/api/v1/keys/{keyId}/secrets', ofKey(keyId))),
    rotateKeySecret: (keyId, body) => toReply(POST('/api/v1/keys/{keyId}/secrets', { ...ofKey(keyId), body })),
    retireKeySecret: (keyId, secretId) =>
      toReply(DELETE('/api/v1/keys/{keyId}/secrets/{secretId}', { params: { path: { keyId, secretId } } })),
    handOverKey: (keyId, body) => toReply(POST('/api/v1/keys/{keyId}/hand-over', { ...ofKey(keyId), body })),
    getKeyHandOver: (keyId) => toReply(GET('/api/v1/keys/{keyId}/hand-over', ofKey(keyId))),
    withdrawKeyHandOver: (keyId) => toReply(DELETE('/api/v1/keys/{keyId}/hand-over', ofKey(keyId))),
  }
}
