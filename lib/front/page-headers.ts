import { randomToken } from '#lib/crypto.ts'

export type PageHeaderFacts = Readonly<{
  requestId: string
  development: boolean
  /** Where a form of this page may end up besides here: what is sent in it judges redirects, too. */
  formTarget: string | undefined
}>

/** The security headers of every HTML page, and the policy that Next reads the script nonce from. */
export function createPageHeaders(facts: PageHeaderFacts): Record<string, string> {
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
