import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Abre sus cuentas con un clic.',
  skipToContent: 'Ir al contenido',
  mainNavigation: 'Navegación principal',
  accounts: 'Cuentas',
  usersAndAccess: 'Usuarios y acceso',
  manageAccounts: 'Gestionar cuentas',
  activity: 'Actividad',
  yourSecurity: 'Su seguridad',
  theme: 'Aspecto',
  themes: {
    system: 'Sistema',
    light: 'Claro',
    dark: 'Oscuro',
  },
  language: 'Idioma',
  shortcuts: {
    title: 'Atajos de teclado',
    show: 'Mostrar esta lista',
    single: 'Atajos de un solo carácter: / ? p',
    on: 'Activados',
    off: 'Desactivados',
  },
  signOut: 'Cerrar sesión',
  roles: {
    owner: 'Propietario',
    admin: 'Admin',
    agent: 'Agente',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey aún no está configurado',
    why: 'Cree el primer propietario con el enlace de configuración que Latchkey mostró al iniciarse. Lo encontrará en el terminal o en el registro del servidor.',
    newLink: 'El enlace es válido durante 24 horas. Cada inicio muestra uno nuevo hasta que haya un propietario.',
    docker: 'Con Docker:',
    ownerMissing: 'Este Latchkey aún no tiene propietario',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'Este enlace está incompleto',
    why: 'Termina en «?token=» y un código, y falta el código. Copie el enlace completo y vuelva a abrirlo.',
  },
  notFound: {
    title: 'Aquí no hay nada',
    why: 'La dirección está incompleta, o lo que había aquí se ha eliminado.',
    way: 'Ir a sus cuentas',
  },
  pages: {
    next: 'Siguiente',
    previous: 'Anterior',
    pageOf: 'Página {page, number} de {pages, number}',
  },
}
