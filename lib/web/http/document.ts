import { listStylesheets, type Organization, siteName } from '#lib/domain/organization/organization/organization.ts'
import { toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import type { Theme } from '#lib/foundation/i18n/preferences.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { commonResponseHeaders, type EndpointResponse, type ResponseHeaders } from '#lib/web/http/endpoint.ts'

export type DocumentParts = Readonly<{
  status: number
  /** The name of the site follows it. */
  title: string
  organization: Organization
  /** The language of the texts; sets `lang` and `Content-Language`. */
  locale: string
  theme: Theme
  requestId: string
  referrerPolicy: 'no-referrer' | 'same-origin'
  /** Content-Security-Policy directives that replace or extend the basic ones. */
  policy?: Readonly<Record<string, string>>
  /** The document's own headers take precedence. */
  headers?: ResponseHeaders
  /** Icon, style and script besides the stylesheet. */
  head: Html
  body: Html
}>

/** A document loads only our own styles, images and fonts. */
const basicPolicy = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** A complete HTML document outside Next, with every security header. */
export function documentResponse(parts: DocumentParts): EndpointResponse {
  const policy = Object.entries({ ...basicPolicy, ...parts.policy })
  const headers = {
    ...parts.headers,
    ...commonResponseHeaders(parts.requestId),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': toLanguageTag(parts.locale),
    'Content-Security-Policy': policy.map(([directive, sources]) => `${directive} ${sources}`).join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': parts.referrerPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
  return { status: parts.status, headers, body: renderDocument(parts).markup }
}

function renderDocument({ title, organization, locale, theme, head, body }: DocumentParts): Html {
  const colorScheme = theme === 'system' ? 'light dark' : theme
  return html`<!doctype html>
<html lang="${toLanguageTag(locale)}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorScheme}">
<meta name="robots" content="noindex">
<title>${title} · ${siteName(organization)}</title>
<link rel="preload" href="/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/latchkey.css">
${renderStylesheets(organization)}${head}
</head>
<body>
${body}
</body>
</html>
`
}

function renderStylesheets(organization: Organization): Html[] {
  return listStylesheets(organization).map((path) => html`<link rel="stylesheet" href="${path}">\n`)
}
