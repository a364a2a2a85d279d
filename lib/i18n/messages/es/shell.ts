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
  signOut: 'Cerrar sesión',
  roles: {
    owner: 'Propietario',
    admin: 'Admin',
    agent: 'Agente',
  },
  notFound: {
    title: 'Aquí no hay nada',
    why: 'La dirección está incompleta, o lo que había aquí se ha eliminado.',
    way: 'Ir a sus cuentas',
  },
}
