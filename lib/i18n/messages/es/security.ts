import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Su seguridad',
  why: 'Su contraseña y los lugares donde tiene la sesión iniciada.',
  password: {
    title: 'Contraseña',
    lastSet: 'Establecida <time></time>. Al cambiarla se cierra su sesión en todos los demás lugares.',
    current: 'Contraseña actual',
    new: 'Contraseña nueva',
    newHint: 'Al menos 15 caracteres cualesquiera.',
    submit: 'Cambiar la contraseña',
    changed: 'Su contraseña se ha cambiado.',
    alsoSignedOut:
      '{count, plural, =0 {No tenía la sesión iniciada en ningún otro lugar.} one {Se ha cerrado su sesión en otro lugar.} other {Se ha cerrado su sesión en otros # lugares.}}',
  },
  sessions: {
    title: 'Dónde tiene la sesión iniciada',
    why: 'Termine lo que no reconozca y cambie después su contraseña. Las cuentas abiertas desde allí también se cierran.',
    browser: 'Navegador',
    address: 'Dirección',
    since: 'Desde',
    lastSeen: 'Último uso',
    actions: 'Acciones',
    browserOn: '{browser} en {system}',
    unknownBrowser: 'Navegador desconocido',
    current: 'Este navegador',
    end: 'Terminar',
    endNamed: 'Terminar la sesión: {browser}, {address}',
    endOthers: 'Terminar todas las demás',
    ended: 'La sesión ha terminado.',
    othersEnded:
      '{count, plural, =0 {No había otras sesiones.} one {La otra sesión ha terminado.} other {Otras # sesiones han terminado.}}',
  },
}
