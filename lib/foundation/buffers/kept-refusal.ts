import { dayMs } from '#lib/kernel/clock.ts'
import type { ReasonFacts, RefusalReason } from '#lib/kernel/refusal-reasons.ts'

/** Refusals are kept this long, and at most {@link maxKeptRefusals} of them. */
export const retentionMs = 14 * dayMs
export const maxKeptRefusals = 10_000

/** The endpoints whose refusals are kept. A path below one of `/api/v1`, or of SCIM, belongs to it. */
export const explainedEndpoints = [
  '/auth/v1/token',
  '/auth/v1/sso',
  '/auth/v1/introspect',
  '/auth/v1/revoke',
  '/auth/v1/keys/rotate',
  '/auth/v1/verify',
  '/api/v1/account-groups',
  '/api/v1/accounts',
  '/api/v1/events',
  '/api/v1/grants',
  '/api/v1/keys',
  '/api/v1/refusals',
  '/api/v1/return-addresses',
  '/api/v1/sessions',
  '/api/v1/settings',
  '/api/v1/users',
  '/api/v1/webhooks',
  '/scim/v2',
  '/sso',
] as const

export type ExplainedEndpoint = (typeof explainedEndpoints)[number]

/** The names of all fields that these endpoints read. A name outside this list is only counted. */
export const knownFields = [
  'grantType',
  'clientId',
  'clientSecret',
  'refreshToken',
  'grant_type',
  'client_id',
  'client_secret',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
  'accountId',
  'backUrl',
  'locale',
  'deepPath',
  'accessToken',
  'access_token',
  'userId',
  'timestamp',
  'after',
  'limit',
  'kind',
  'wait',
] as const

export type KnownField = (typeof knownFields)[number]

export const contentTypes = ['form', 'json', 'multipart', 'text', 'xml', 'other', 'none'] as const

/** What a request looked like, without a value of it. */
export type RequestShape = Readonly<{
  method: 'GET' | 'POST' | 'other'
  contentType: (typeof contentTypes)[number]
  /** The bytes of the body; null if unknown. */
  bodyLength: number | null
  /** The known fields of the body; of the query if no body was read. */
  fields: readonly KnownField[]
  unknownFields: number
}>

/** A refusal as it is kept. */
export type KeptRefusal = Readonly<{
  requestId: string
  at: number
  endpoint: ExplainedEndpoint
  status: number
  /** `error` and `error_description` of the response: constant text. */
  error: string
  description: string
  reason: RefusalReason
  /** The client network, as rate limits count it. */
  network: string
  shape: RequestShape
  keyId: string | null
  secretId: string | null
  facts: Omit<ReasonFacts, 'keyId' | 'secretId'>
}>

/** The page that explains a refusal. */
export function refusalPath(requestId: string): string {
  return `/why/${requestId}`
}
