import type { widgets as english } from '#lib/i18n/messages/en/widgets.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const widgets: Translation<typeof english> = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  next: 'Siguiente',
  previous: 'Anterior',
  pageOf: 'Página {page, number} de {pages, number}',
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
  confirm: {
    title: 'Confirme su identidad',
    why: 'Introduzca su contraseña para continuar. La última vez fue hace más de 10 minutos.',
    kept: 'Introduzca su contraseña para continuar. Se conserva lo que ha introducido.',
    password: 'Su contraseña',
    submit: 'Continuar',
  },
}
