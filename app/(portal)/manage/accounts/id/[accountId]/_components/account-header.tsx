import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { DetailHeader } from '#app/(portal)/_details/detail-header.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { accountDialogHref } from '#app/(portal)/_urls/accounts-url.ts'
import { AccountState } from '#app/(portal)/manage/accounts/_components/accounts-table.tsx'
import { resume } from '#app/(portal)/manage/accounts/actions.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Code } from '#components/ui/code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { Account } from '#lib/domain/accounts/accounts/account.ts'

/** The account's name, state and ID, and its actions. */
export async function AccountHeader({ account }: Readonly<{ account: Account }>) {
  const t = await portalTranslator('accounts')
  const { id, name, suspendedAt } = account
  return (
    <DetailHeader
      icon={<AccountMonogram account={account} />}
      name={name}
      state={<AccountState suspendedAt={suspendedAt} />}
      id={<Code>{id}</Code>}
      actions={
        <>
          <LinkButton href={accountDialogHref(id, 'edit')} inPlace>
            {t('edit')}
          </LinkButton>
          {suspendedAt === null ? (
            <LinkButton href={accountDialogHref(id, 'suspend')} inPlace>
              {t('suspend')}
            </LinkButton>
          ) : (
            <ActionForm action={resume}>
              <input type="hidden" name="id" value={id} />
              <SubmitButton variant="secondary">{t('resume')}</SubmitButton>
            </ActionForm>
          )}
        </>
      }
    />
  )
}
