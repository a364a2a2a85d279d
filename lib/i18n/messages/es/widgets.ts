import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  optional: 'opcional',
  copy: 'Copiar',
  copied: 'Copiado',
  copyNamed: 'Copiar: {what}',
  copyFailed: 'Aquí no se permite copiar: seleccione el texto y cópielo usted.',
  showPassword: 'Mostrar',
  hidePassword: 'Ocultar',
  showPasswordNamed: 'Mostrar: {label}',
  hidePasswordNamed: 'Ocultar: {label}',
  capsLock: 'El bloqueo de mayúsculas está activado.',
  typeToConfirm: 'Escriba «{phrase}» para confirmar',
}
