import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { DetailHeader } from '#app/(portal)/_details/detail-header.tsx'
import { ActionButtons, DirectAction } from '#app/(portal)/_lists/action-links.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { accountDialogHref } from '#app/(portal)/_urls/accounts-url.ts'
import { AccountState } from '#app/(portal)/manage/accounts/_components/accounts-table.tsx'
import { type AccountActionLabel, accountActions } from '#app/(portal)/manage/accounts/account-actions.ts'
import { controlAccountAction } from '#app/(portal)/manage/accounts/actions.ts'
import { SubmitButton } from '#components/ui/button.tsx'
import { Code } from '#components/ui/code.tsx'
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
          <ActionButtons
            actions={accountActions}
            subject={account}
            names={['edit', 'suspend']}
            hrefOf={(action) => accountDialogHref(id, action)}
            labelOf={(label: AccountActionLabel) => t(label)}
          />
          {accountActions.resume.isOpen(account) && (
            <DirectAction name="resume" id={id} run={controlAccountAction}>
              <SubmitButton variant="secondary">{t(accountActions.resume.label)}</SubmitButton>
            </DirectAction>
          )}
        </>
      }
    />
  )
}
