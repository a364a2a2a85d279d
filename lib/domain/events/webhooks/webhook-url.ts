import { webhookUrlLengths } from '#lib/domain/events/webhooks/limits.ts'
import { readOrigin } from '#lib/kernel/origin.ts'

type UrlProblem = 'required' | 'too_long' | 'malformed' | 'insecure'

/**
 * Parses the URL of an endpoint: `https`, or `http` on loopback, without user info and fragment. IP addresses in
 * decimal, octal or hexadecimal are malformed, like everything that two URL parsers could read differently.
 */
export function parseWebhookUrl(text: string): Readonly<{ url: string } | { problem: UrlProblem }> {
  const typed = text.trim()
  if (typed === '') return { problem: 'required' }
  if (typed.length > webhookUrlLengths.max) return { problem: 'too_long' }
  if (!/^[!"$-[\]-~]+$/.test(typed)) return { problem: 'malformed' }
  if (readOrigin(typed)) return { url: new URL(typed).href }
  return { problem: readOrigin(typed.replace(/^http:/i, 'https:')) ? 'insecure' : 'malformed' }
}
