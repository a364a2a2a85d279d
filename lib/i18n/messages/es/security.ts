import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Su seguridad',
  why: 'Su contraseña y los lugares donde tiene la sesión abierta.',
  password: {
    title: 'Contraseña',
    lastSet: 'Establecida: <time></time>. Al cambiarla se cierra la sesión en todos los demás lugares.',
    current: 'Contraseña actual',
    new: 'Contraseña nueva',
    wrong: 'No es su contraseña actual.',
    newHint: 'Al menos 15 caracteres de cualquier tipo.',
    submit: 'Cambiar la contraseña',
    changed: 'Su contraseña se ha cambiado.',
    alsoSignedOut:
      '{count, plural, =0 {No tenía la sesión abierta en ningún otro lugar.} one {Se ha cerrado la sesión en otro lugar.} other {Se ha cerrado la sesión en otros # lugares.}}',
    unknownOutcome:
      'No sabemos si se ha cambiado la contraseña. Vuelva a intentarlo. Si se rechaza la contraseña actual, la nueva ya está en vigor.',
  },
  sessions: {
    title: 'Dónde tiene la sesión abierta',
    why: 'Cierre lo que no reconozca y cambie después su contraseña. Las cuentas abiertas desde allí también se cierran.',
    browser: 'Navegador',
    address: 'Dirección',
    since: 'Desde',
    lastSeen: 'Último uso',
    actions: 'Acciones',
    browserOn: '{browser} en {system}',
    unknownBrowser: 'Navegador desconocido',
    current: 'Este navegador',
    end: 'Cerrar',
    endNamed: 'Cerrar la sesión: {browser}, {address}',
    endOthers: 'Cerrar todas las demás',
    ended: 'La sesión se ha cerrado.',
    othersEnded:
      '{count, plural, =0 {No había otras sesiones.} one {La otra sesión se ha cerrado.} other {Se han cerrado otras # sesiones.}}',
  },
}
