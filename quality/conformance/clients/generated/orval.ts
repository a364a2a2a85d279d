import { createSignOnLink, introspectToken, issueTokens, revokeToken } from '../../.generated/orval/latchkey.ts'
import { basicHeader, type GeneratedClient, type Reply } from './generated-client.ts'

const toReply = ({ status, data }: Readonly<{ status: number; data: unknown }>): Reply => ({ status, body: data })

/** orval with its fetch client; the base URL is the one of the document. */
export const client: GeneratedClient = {
  issueTokens: async (body, key) => toReply(await issueTokens(body, { headers: basicHeader(key) })),
  revokeToken: async (body, key) => toReply(await revokeToken(body, { headers: basicHeader(key) })),
  introspectToken: async (body, key) => toReply(await introspectToken(body, { headers: basicHeader(key) })),
  createSignOnLink: async (body, accessToken) =>
    toReply(await createSignOnLink(body, { headers: { Authorization: `Bearer ${accessToken}` } })),
}
