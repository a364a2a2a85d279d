import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomToken } from '#lib/crypto.ts'
import { isAssetPath, isEndpointPath } from '#lib/gateway/paths.ts'

export type PageHeaderFacts = Readonly<{
  requestId: string
  development: boolean
  /** Where a form of this page may end up besides here: what is sent in it judges redirects, too. */
  formTarget: string | undefined
}>

/** Sets the security headers of a page; a built file gets the one that concerns it, an endpoint sets its own. */
export function addPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  facts: PageHeaderFacts,
): void {
  if (isEndpointPath(pathname)) return
  if (isAssetPath(pathname)) {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    return
  }
  const headers = createPageHeaders(facts)
  // Next takes the nonce for its scripts from the request's own header.
  request.headers['content-security-policy'] = headers['Content-Security-Policy']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** The security headers of every HTML page, and the policy that Next reads the script nonce from. */
function createPageHeaders(facts: PageHeaderFacts): Record<string, string> {
  return {
    'Content-Security-Policy': formatPolicy(facts),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // Not `no-referrer`: a form on such a page would send `Origin: null`, which we refuse.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Request-Id': facts.requestId,
  }
}

function formatPolicy({ development, formTarget }: PageHeaderFacts): string {
  const nonce = `'nonce-${randomToken()}'`
  return [
    "default-src 'self'",
    // Next's development server evaluates what it hot-reloads.
    `script-src 'self' ${nonce} 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : nonce}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
  ].join('; ')
}
