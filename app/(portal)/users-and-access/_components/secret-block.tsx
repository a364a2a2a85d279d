'use client'

import { useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'

/** A secret to copy: the next step until it is stored. */
export function SecretBlock({ secret, isStored }: Readonly<{ secret: string; isStored: boolean }>) {
  const t = useTranslations('usersAndAccess.secret')
  const variant = isStored ? 'secondary' : 'primary'
  return (
    <CodeBlock
      label={t('secret')}
      action={<CopyButton value={secret} what={t('secret')} label={t('copySecret')} variant={variant} />}
    >
      {secret}
    </CodeBlock>
  )
}
