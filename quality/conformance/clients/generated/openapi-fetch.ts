import createClient from 'openapi-fetch'
import document from '../../.generated/openapi.json' with { type: 'json' }
import type { paths } from '../../.generated/openapi-typescript.ts'
import { basicHeader, type GeneratedClient, type Reply } from './generated-client.ts'

const { POST } = createClient<paths>({
  baseUrl: document.servers[0]?.url ?? '',
  // openapi-fetch sends JSON unless it is told otherwise.
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})

type Fields = Readonly<{ response: Response; data?: unknown; error?: unknown }>

const toReply = ({ response, data, error }: Fields): Reply => ({ status: response.status, body: data ?? error })

/** openapi-fetch with the types of openapi-typescript. */
export const client: GeneratedClient = {
  issueTokens: async (body, key) => toReply(await POST('/auth/v1/token', { body, headers: basicHeader(key) })),
  revokeToken: async (body, key) => toReply(await POST('/auth/v1/revoke', { body, headers: basicHeader(key) })),
  introspectToken: async (body, key) => toReply(await POST('/auth/v1/introspect', { body, headers: basicHeader(key) })),
  createSignOnLink: async (body, accessToken) =>
    toReply(await POST('/auth/v1/sso', { body, headers: { Authorization: `Bearer ${accessToken}` } })),
}
