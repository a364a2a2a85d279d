import type { Operation } from '#lib/description/operation.ts'
import {
  jwksOperation,
  livezOperation,
  metadataOperation,
  openApiOperation,
  openIdConfigurationOperation,
  readyzOperation,
} from '#lib/description/plain-operations.ts'
import { launchOperation, ssoEntryOperation, ssoGrantOperation } from '#lib/description/sso-operations.ts'
import { introspectOperation, revokeOperation, tokenOperation } from '#lib/description/token-operations.ts'
import { verifyOperation } from '#lib/description/verify-operation.ts'

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
