import { managementOperations } from '#lib/web/management-api/operations.ts'
import { describeOperation } from '#lib/web/openapi/describe-operation.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { publicOperations } from '#lib/web/openapi/public-operations.ts'
import { ssoOperations } from '#lib/web/openapi/sso-operations.ts'
import { tokenOperations } from '#lib/web/openapi/token-operations.ts'

/** What a developer reads first, by subject: pages of the API reference, and together the OpenAPI description. */
export const introduction = {
  quickstart:
    'A program exchanges an API key for an access token and renews it with a refresh token. With the access token it requests sign-in links: URLs that sign a user in to one account, once and within 15 seconds.',
  authentication:
    'Generate an API key in the portal: user menu, "Users and access", section "API Keys". It consists of a key ID (`clientId`) and a secret (`clientSecret`). The secret is shown only once.',
  requests:
    'Requests with a body are forms (`application/x-www-form-urlencoded`, UTF-8, at most 16 KiB). Empty fields count as omitted, unknown fields are ignored, repeated fields are refused. Responses are JSON.',
  errors:
    'Errors are JSON, too. `error` is the code for programs, `error_description` explains it to developers, and `requestId` identifies the request: keep it in your log. Owners and admins see under `/why/<requestId>` why the request was refused, and your program with `GET /api/v1/refusals/{requestId}`. After a 503 or a lost response, send the same request again: a refresh token that was just used returns the same successor.',
  management:
    'With `/api/v1`, programs manage accounts, account groups, users, API keys, return addresses, webhooks, sessions and settings. Bodies are JSON (UTF-8, at most 64 KiB), instants are RFC 3339, and an error names each wrong field in `fields`. Lists have `items` and `next`: send `next` as `cursor` to go on, until it is null. A key may send 600 requests a minute; `RateLimit` says how many are left. Send an `Idempotency-Key` with a POST that creates something: within 24 hours, a repeated request gets the same response and creates nothing. Send the `ETag` that you read as `If-Match`, so that you overwrite no change of others.',
  scim: 'Directories provision users and groups by SCIM 2.0 (RFC 7643, RFC 7644) at `/scim/v2`, with a key that has the scope `scim`. SCIM describes itself there, at `/Schemas`, `/ResourceTypes` and `/ServiceProviderConfig`.',
} as const

/** In the order in which a developer learns the API. */
export const operations: readonly Operation[] = [
  ...tokenOperations,
  ...ssoOperations,
  ...publicOperations,
  ...managementOperations.map(describeOperation),
]
