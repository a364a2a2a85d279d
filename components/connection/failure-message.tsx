import { useTranslations } from '#components/messages.tsx'
import type { FailureKind } from './send-action.ts'
import { SignInLink } from './sign-in-link.tsx'

/** Why something isn't there, in one sentence, and the way to sign in if the session ended. */
export function FailureMessage({ kind }: Readonly<{ kind: FailureKind }>) {
  const t = useTranslations('errors.outage')
  return (
    <>
      {t(`${kind}.title`)} {kind === 'session-ended' && <SignInLink />}
    </>
  )
}
