import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { toLanguageTag } from '#lib/i18n/languages.ts'
import { ConnectionStatus } from '../components/connection/connection-status.tsx'
import { ClientMessages } from './(portal)/_preferences/client-messages.tsx'
import { portalTranslator, readPreferences, timeZoneCookie } from './(portal)/_preferences/preferences.ts'
import { TimeZoneCookie } from './(portal)/_preferences/time-zone-cookie.tsx'

// No page is tried out while the product is built: it would open a database.
export const dynamic = 'force-dynamic'

/** The paper of both themes, as sRGB: browsers read no `oklch()` here. */
const paper = { light: '#fbfaf7', dark: '#13110f' } as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await portalTranslator('shell')
  return {
    title: { default: 'Latchkey', template: '%s · Latchkey' },
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
    colorScheme: theme === 'system' ? 'light dark' : theme,
    themeColor:
      theme === 'system'
        ? [
            { media: '(prefers-color-scheme: light)', color: paper.light },
            { media: '(prefers-color-scheme: dark)', color: paper.dark },
          ]
        : paper[theme],
  }
}

/**
 * The document around every page. It reads cookies and headers, which makes every page dynamic: only then does each
 * answer get the nonce of its own Content-Security-Policy.
 */
export default async function RootLayout({ children }: Readonly<{ children: ReactNode }>) {
  const { locale, theme, timeZone, shortcuts } = await readPreferences()
  return (
    <html lang={toLanguageTag(locale)} data-theme={theme === 'system' ? undefined : theme} data-shortcuts={shortcuts}>
      <head>
        <link rel="preload" href="/fonts/inter-latin.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href="/latchkey.css" />
      </head>
      <body>
        <ClientMessages>
          {children}
          <ConnectionStatus />
        </ClientMessages>
        <TimeZoneCookie name={timeZoneCookie} current={timeZone} />
      </body>
    </html>
  )
}
