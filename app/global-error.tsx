'use client'

import { useSyncExternalStore } from 'react'
import { type Language, pickLanguage } from '#lib/i18n/languages.ts'
import words from '#lib/i18n/messages/global-error.json' with { type: 'json' }
import { Refusal } from '../components/refusal.tsx'
import { SingleColumn } from '../components/single-column.tsx'
import { Button } from '../components/ui/button.tsx'

type Props = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** Replaces the document when rendering it failed. It can't rely on the server, not even for messages. */
export default function EverythingFailed({ error, retry }: Props) {
  const language = useSyncExternalStore(neverChanges, readLanguage, () => 'en' as const)
  const { title, why, again, number } = words[language]
  return (
    <html
      lang={language}
      data-theme={useSyncExternalStore(
        neverChanges,
        () => readCookie('latchkey-theme'),
        () => undefined,
      )}
    >
      <head>
        <title>{`${title} · Latchkey`}</title>
        <link rel="stylesheet" href="/latchkey.css" />
      </head>
      <body>
        <SingleColumn site={{ name: 'Latchkey' }}>
          <Refusal title={title} why={why} reference={error.digest ? { label: number, id: error.digest } : undefined}>
            <Button variant="primary" onClick={() => retry()}>
              {again}
            </Button>
          </Refusal>
        </SingleColumn>
      </body>
    </html>
  )
}

const neverChanges = () => () => undefined

function readLanguage(): Language {
  return pickLanguage(readCookie('latchkey-language') ?? navigator.language)
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
