import type { signOn as english } from '#lib/i18n/messages/en/sign-on.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signOn: Translation<typeof english> = {
  accounts: 'Ir a sus cuentas',
  again: 'Intentar de nuevo',
  clearCookies: 'Eliminar cookies',
  openAgain: 'Abrir la cuenta de nuevo',
  backTo: 'Volver a {host}',
  switchTitle: '¿Abrir {account} como {user}?',
  switchHeld:
    '{holder} tiene esta cuenta abierta en este navegador. Si continúa, esa sesión termina y se pierde lo que no se haya guardado en ella.',
  switchFree: 'Este navegador pregunta antes de abrir la cuenta con otro nombre que antes.',
  switchTo: 'Continuar como {user}',
  keep: 'Conservar la sesión actual',
}
