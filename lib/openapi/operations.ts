import { eventOperations } from '#lib/openapi/event-operations.ts'
import type { Operation } from '#lib/openapi/operation.ts'
import { publicOperations } from '#lib/openapi/public-operations.ts'
import { refusalOperations } from '#lib/openapi/refusal-operations.ts'
import { ssoOperations } from '#lib/openapi/sso-operations.ts'
import { tokenOperations } from '#lib/openapi/token-operations.ts'

/** The introduction of the API reference, in paragraphs. */
export const overview = [
  'A program exchanges an API key for an access token and renews it with a refresh token. With the access token it requests sign-in links: URLs that sign a user in to one account, once and within 15 seconds.',
  'Generate an API key in the portal: user menu, "Users and access", section "API Keys". It consists of a key ID (`clientId`) and a secret (`clientSecret`). The secret is shown only once.',
  'Requests with a body are forms (`application/x-www-form-urlencoded`, UTF-8, at most 16 KiB). Empty fields count as omitted, unknown fields are ignored, repeated fields are refused. Responses are JSON.',
  'Errors are JSON, too. `error` is the code for programs, `error_description` explains it to developers, and `requestId` identifies the request: keep it in your log. Owners and admins see under `/why/<requestId>` why the request was refused, and your program with `GET /api/v1/refusals/{requestId}`. After a 503 or a lost response, send the same request again: a refresh token that was just used returns the same successor.',
].join('\n\n')

/** In the order in which a developer learns the API. */
export const operations: readonly Operation[] = [
  ...tokenOperations,
  ...ssoOperations,
  ...publicOperations,
  ...eventOperations,
  ...refusalOperations,
]
