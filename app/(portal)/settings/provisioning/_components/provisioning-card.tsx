import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { dialogHref, directoryKey } from '#app/(portal)/_urls/users-and-access-url.ts'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PortalLink } from '#components/ui/link-button.tsx'
import { scimPath } from '#lib/domain/people/scim/schemas.ts'
import { getServices } from '#lib/foundation/services.ts'

const generateKeyHref = dialogHref({ search: '', page: 1 }, 'generate-key', directoryKey)

/** What a directory needs to provision users by SCIM. Only owners may use this purpose of a key. */
export async function ProvisioningCard({ mayGenerate }: Readonly<{ mayGenerate: boolean }>) {
  const [t, { env }] = await Promise.all([portalTranslator('provisioning'), getServices()])
  const baseUrl = `${env.baseUrl}${scimPath}`
  const copy = (
    <ClientMessages forms={false}>
      <CopyButton value={baseUrl} what={t('baseUrl')} />
    </ClientMessages>
  )
  return (
    <div className="lk-card lk-form" data-padded>
      <CodeBlock label={t('baseUrl')} action={copy}>
        {baseUrl}
      </CodeBlock>
      <div>
        <strong>{t('token')}</strong>
        <p>{t('tokenHint')}</p>
        {mayGenerate && (
          <p>
            <PortalLink href={generateKeyHref}>{t('generate')}</PortalLink>
          </p>
        )}
      </div>
    </div>
  )
}
