import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { Code } from '#components/ui/code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Table } from '#components/ui/table.tsx'
import { fileColumns } from '#lib/domain/accounts/account-imports/account-file.ts'
import { UploadForm } from './_components/upload-form.tsx'
import styles from './page.module.css'

const templatePath = '/latchkey-accounts.csv'

export const generateMetadata = pageTitle('accountImport', (t) => t('upload.title'))

/** Uploads a file of accounts and explains its format. */
export default async function ImportPage() {
  await requireManagerPage()
  const [t, accounts] = await Promise.all([portalTranslator('accountImport'), portalTranslator('accounts')])
  return (
    <div className={styles.page}>
      <Breadcrumbs place="manageAccounts" />
      <PageHeader
        title={t('upload.title')}
        action={
          <LinkButton href={templatePath} download="latchkey-accounts.csv" plain>
            {t('upload.template')}
          </LinkButton>
        }
      >
        {t('upload.sentence')}
      </PageHeader>
      <ClientMessages namespaces={['accountImport']}>
        <div className="lk-card" data-padded>
          <UploadForm />
        </div>
      </ClientMessages>
      <div className={styles.columns}>
        <ListCard>
          <Table
            caption={t('upload.columnsCaption')}
            captionShown
            columns={[
              { id: 'column', header: t('upload.columns.column'), narrow: true },
              { id: 'meaning', header: t('upload.columns.meaning') },
            ]}
            rows={fileColumns.map((column) => ({
              id: `column-${column}`,
              cells: {
                column: (
                  <span className={styles.unbroken}>
                    <Code>{column}</Code>
                  </span>
                ),
                meaning: accounts(`fields.${column}.cell`),
              },
            }))}
          />
        </ListCard>
      </div>
    </div>
  )
}
