import { z } from 'zod'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { ssoGrantEndpoint } from '#lib/web/endpoints/sso-grant.ts'
import { tokenEndpoint } from '#lib/web/endpoints/token.ts'
import type { Endpoint } from '#lib/web/http/endpoint.ts'

const trialSchema = z.object({ keyId: z.string().max(64), secret: z.string().max(128), accountId: accountIdSchema })

/** A request and its response as text, with every secret masked. */
export type TriedRequest = Readonly<{ request: string; status: number; response: string }>

export type KeyTrial = Readonly<{
  requests: readonly TriedRequest[]
  /** The link that opens the account once, within 15 seconds, if both requests succeeded. */
  grantUrl: string | undefined
}>

/**
 * Opens an account with a key as its program does: requests a token, then a link, from the actor's IP address. The
 * endpoints run in this process; nothing goes over the network.
 * @throws Refusal `forbidden`, `not_found` for a key that the actor may not manage, `input_invalid`
 */
export async function tryApiKey(
  services: Services,
  actor: PortalUser,
  input: z.input<typeof trialSchema>,
): Promise<KeyTrial> {
  const { keyId, secret, accountId } = parseInput(trialSchema, input)
  if (!(await findApiKey(services, actor, keyId))) throw new Refusal('not_found')
  const token = await call(services, actor, {
    endpoint: tokenEndpoint,
    path: '/auth/v1/token',
    fields: { grantType: 'client_credentials', clientId: keyId, clientSecret: secret },
  })
  const { accessToken } = token.members
  if (accessToken === undefined) return { requests: [token.tried], grantUrl: undefined }
  const link = await call(services, actor, {
    endpoint: ssoGrantEndpoint,
    path: '/auth/v1/sso',
    fields: { accountId },
    accessToken,
  })
  return { requests: [token.tried, link.tried], grantUrl: link.members.grantUrl }
}

type Call = Readonly<{
  endpoint: Endpoint
  path: string
  fields: Record<string, string>
  accessToken?: string
}>

const responseSchema = z.object({
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  grantUrl: z.string().optional(),
})

async function call(services: Services, actor: PortalUser, { endpoint, path, fields, accessToken }: Call) {
  const headers = accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }
  const request = new Request(services.env.baseUrl + path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  const { address, requestId } = actor
  const { status, body } = await endpoint(request, { services, address, requestId })
  const text = typeof body === 'string' ? body : ''
  const members = responseSchema.parse(JSON.parse(text))
  const linkToken = members.grantUrl && new URL(members.grantUrl).searchParams.get('token')
  const secrets = [fields.clientSecret, accessToken, members.accessToken, members.refreshToken, linkToken]
  const lines = [
    `POST ${path}`,
    ...(accessToken === undefined ? [] : [`Authorization: Bearer ${accessToken}`]),
    ...Object.entries(fields).map(([name, value]) => `${name}=${value}`),
  ]
  const masked = { request: mask(lines.join('\n'), secrets), response: mask(text, secrets) }
  return { tried: { ...masked, status }, members }
}

const shownCharacters = 8

function mask(text: string, secrets: readonly (string | null | undefined)[]): string {
  return secrets.reduce<string>(
    (shown, secret) => (secret ? shown.replaceAll(secret, `${secret.slice(0, shownCharacters)}…`) : shown),
    text,
  )
}
