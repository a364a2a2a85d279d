import { randomToken } from '#lib/kernel/crypto.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'

type PageHeaderFacts = Readonly<{
  requestId: string
  development: boolean
}>

/** Sets the security headers of a page, and `nosniff` on assets. Endpoints set their own. */
export function addPageHeaders(
  { request, response, route: { kind }, context: { requestId } }: Exchange,
  development: boolean,
): void {
  if (kind === 'endpoint' || kind === 'document') return
  if (kind === 'asset') {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    return
  }
  const headers = createPageHeaders({ requestId, development })
  // Next reads the nonce for its scripts from this request header.
  request.headers['content-security-policy'] = headers['Content-Security-Policy']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function createPageHeaders(facts: PageHeaderFacts): Record<string, string> {
  return {
    'Content-Security-Policy': formatPolicy(facts),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // Not `no-referrer`: a form would then send `Origin: null`, which is refused as foreign.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Request-Id': facts.requestId,
  }
}

function formatPolicy({ development }: PageHeaderFacts): string {
  const nonce = `'nonce-${randomToken()}'`
  return [
    "default-src 'self'",
    // Next's development server hot-reloads with `eval`.
    `script-src 'self' ${nonce} 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : nonce}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
