import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { toLanguageTag } from '#lib/i18n/languages.ts'
import { timeZoneCookie } from '#lib/i18n/preferences.ts'
import { ConnectionStatus } from '../components/connection/connection-status.tsx'
import { ClientMessages } from './(portal)/_preferences/client-messages.tsx'
import { portalTranslator, readPreferences } from './(portal)/_preferences/preferences.ts'
import { TimeZoneCookie } from './(portal)/_preferences/time-zone-cookie.tsx'

// Prerendering pages during the build would open a database.
export const dynamic = 'force-dynamic'

/** Both themes' backgrounds in sRGB: browsers don't support `oklch()` in `theme-color`. */
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
 * The document. Reading cookies and headers makes every page dynamic, which is what gives each response its own
 * Content-Security-Policy nonce.
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
