import { createSignOnLink, introspectToken, issueTokens, revokeToken } from '../../.generated/hey-api/sdk.gen.ts'
import type { ApiKey, GeneratedClient, Reply } from './generated-client.ts'

type Fields = Readonly<{ response?: Response; data?: unknown; error?: unknown }>

const toReply = ({ response, data, error }: Fields): Reply => ({ status: response?.status, body: data ?? error })

const auth = (key: ApiKey | undefined) => key && `${key.id}:${key.secret}`

/** @hey-api/openapi-ts with its default plugins; it knows the base URL and both security schemes. */
export const client: GeneratedClient = {
  issueTokens: async (body, key) => toReply(await issueTokens({ body, auth: auth(key) })),
  revokeToken: async (body, key) => toReply(await revokeToken({ body, auth: auth(key) })),
  introspectToken: async (body, key) => toReply(await introspectToken({ body, auth: auth(key) })),
  createSignOnLink: async (body, accessToken) => toReply(await createSignOnLink({ body, auth: accessToken })),
}
