import type { signOn as english } from '#lib/i18n/messages/en/sign-on.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signOn: Translation<typeof english> = {
  accounts: 'Aller à vos comptes',
  again: 'Réessayer',
  clearCookies: 'Supprimer les cookies',
  openAgain: 'Ouvrir à nouveau le compte',
  backTo: 'Retour à {host}',
  switchTitle: 'Ouvrir {account} en tant que {user} ?',
  switchHeld:
    '{holder} a ouvert ce compte dans ce navigateur. Si vous continuez, cette session se termine et ce qui n’y a pas été enregistré est perdu.',
  switchFree: 'Ce navigateur demande confirmation avant d’ouvrir le compte sous un autre nom qu’auparavant.',
  switchTo: 'Continuer en tant que {user}',
  keep: 'Garder la session actuelle',
}
