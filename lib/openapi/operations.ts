import type { Operation } from '#lib/openapi/operation.ts'
import {
  jwksOperation,
  livezOperation,
  metadataOperation,
  openApiOperation,
  openIdConfigurationOperation,
  readyzOperation,
} from '#lib/openapi/plain-operations.ts'
import { launchOperation, ssoEntryOperation, ssoGrantOperation } from '#lib/openapi/sso-operations.ts'
import { introspectOperation, revokeOperation, tokenOperation } from '#lib/openapi/token-operations.ts'
import { verifyOperation } from '#lib/openapi/verify-operation.ts'

/** Everything that clients may ask, in the order in which one learns it. */
export const operations: readonly Operation[] = [
  tokenOperation,
  revokeOperation,
  introspectOperation,
  ssoGrantOperation,
  ssoEntryOperation,
  launchOperation,
  metadataOperation,
  openIdConfigurationOperation,
  jwksOperation,
  verifyOperation,
  livezOperation,
  readyzOperation,
  openApiOperation,
]
