import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ConnectionStatus } from '#components/connection/connection-status.tsx'
import { listStylesheets } from '#lib/domain/organization/organization/organization.ts'
import { toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import { timeZoneCookie } from '#lib/foundation/i18n/preferences.ts'
import { ClientMessages } from './(portal)/_preferences/client-messages.tsx'
import { portalTranslator, readPreferences } from './(portal)/_preferences/preferences.ts'
import { currentOrganization, currentSite } from './(portal)/_preferences/site.ts'
import { TimeZoneCookie } from './(portal)/_preferences/time-zone-cookie.tsx'

// Prerendering pages during the build would open a database.
export const dynamic = 'force-dynamic'

/** The header's background in sRGB: browsers don't support `oklch()` in `theme-color`. */
const headerColor = { light: '#fffefd', dark: '#1c1a17' } as const

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([portalTranslator('shell'), currentSite()])
  return {
    title: { default: name, template: `%s · ${name}` },
    description: t('description'),
    applicationName: 'Latchkey',
    manifest: '/manifest.webmanifest',
    icons: { icon: { url: '/favicon.svg', type: 'image/svg+xml' }, apple: '/apple-touch-icon.png' },
    robots: { index: false, follow: false },
    formatDetection: { telephone: false },
  }
}

export async function generateViewport(): Promise<Viewport> {
  const { theme } = await readPreferences()
  return {
    width: 'device-width',
    initialScale: 1,
    themeColor:
      theme === 'system'
        ? [
            { media: '(prefers-color-scheme: light)', color: headerColor.light },
            { media: '(prefers-color-scheme: dark)', color: headerColor.dark },
          ]
        : headerColor[theme],
  }
}

/** Reading cookies and headers makes every page dynamic, which gives each response its own CSP nonce. */
export default async function RootLayout({ children }: Readonly<{ children: ReactNode }>) {
  const { locale, theme, timeZone, shortcuts } = await readPreferences()
  const [organization, site, requestHeaders] = await Promise.all([currentOrganization(), currentSite(), headers()])
  return (
    <html
      lang={toLanguageTag(locale)}
      data-theme={theme === 'system' ? undefined : theme}
      data-shortcuts={shortcuts}
      data-request={requestHeaders.get('x-request-id') ?? undefined}
      data-site={organization.name ?? undefined}
      data-logo={site.logo?.src}
    >
      <head>
        {/* Not of the viewport, which each navigation writes anew: the browser would compute all styles again. */}
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <link rel="preload" href="/fonts/inter-latin.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link
          rel="preload"
          href="/fonts/jetbrains-mono-latin.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="stylesheet" href="/latchkey.css" />
        {listStylesheets(organization).map((path) => (
          <link key={path} rel="stylesheet" href={path} />
        ))}
      </head>
      <body>
        <ClientMessages forms={false}>
          {children}
          <ConnectionStatus />
        </ClientMessages>
        <TimeZoneCookie name={timeZoneCookie} current={timeZone} />
      </body>
    </html>
  )
}
