'use client'

import { useState, useSyncExternalStore } from 'react'
import { latestRequestId } from '#components/connection/connection-state.ts'
import { Refusal } from '#components/refusal.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { Button } from '#components/ui/button.tsx'
import { type Language, pickLanguage } from '#lib/foundation/i18n/languages.ts'
import words from '#lib/foundation/i18n/messages/global-error.json' with { type: 'json' }

type Props = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** Replaces the document when rendering it failed. It can't rely on the server, not even for messages. */
export default function EverythingFailed({ error, retry }: Props) {
  const language = useSyncExternalStore(neverChanges, readLanguage, () => 'en' as const)
  const { title, why, again, accounts, number } = words[language]
  // Read before this page replaces the document's attributes.
  const [requestId] = useState(() => (typeof document === 'undefined' ? undefined : latestRequestId()))
  const id = requestId ?? error.digest
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
          <Refusal title={title} why={why} reference={id === undefined ? undefined : { label: number, id }}>
            <Button variant="primary" onClick={() => retry()}>
              {again}
            </Button>
            <a className="lk-button" href="/">
              {accounts}
            </a>
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
