import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { connectHref } from '#app/(portal)/_urls/provisioning-url.ts'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/** What connects a directory by SCIM. Only owners may. */
export async function ProvisioningCard({ url, mayConnect }: Readonly<{ url: string; mayConnect: boolean }>) {
  const t = await portalTranslator('provisioning')
  const copy = (
    <ClientMessages forms={false}>
      <CopyButton value={url} what={t('connect.copyUrl')} label={t('connect.copyUrl')} />
    </ClientMessages>
  )
  return (
    <div className="lk-card lk-form" data-padded>
      <CodeBlock label={t('connect.url')} action={copy}>
        {url}
      </CodeBlock>
      <p>{t('connect.why')}</p>
      {mayConnect && (
        <p>
          <LinkButton href={connectHref} variant="primary" inPlace>
            {t('connect.title')}
          </LinkButton>
        </p>
      )}
    </div>
  )
}
