import { globSync, readFileSync } from 'node:fs'

/** A route as the file tree spells it, such as `/users-and-access/keys/[keyId]`. */
type Route = Readonly<{ route: string; expression: RegExp; isPage: boolean }>

const routes: readonly Route[] = globSync('app/**/{page.tsx,route.ts}')
  .map((file) => {
    const route = toRoute(file)
    const expression = route
      .replace(/\/\[\[\.\.\.[^\]]+\]\]/g, '(/.*)?')
      .replace(/\[\.\.\.[^\]]+\]/g, '.+')
      .replace(/\[[^\]]+\]/g, '[^/]+')
    return { route, expression: new RegExp(`^${expression}$`), isPage: file.endsWith('page.tsx') }
  })
  // `/users/new` before `/users/[userId]`.
  .sort((one, other) => count(one.route, '[') - count(other.route, '['))

export const pageRoutes: readonly string[] = routes.filter(({ isPage }) => isPage).map(({ route }) => route)

function toRoute(file: string): string {
  const folder = file.replace(/^app/, '').replace(/\/[^/]+$/, '')
  return folder.replace(/\/\([^)]+\)/g, '').replace(/\/_.*$/, '') || '/'
}

function count(text: string, part: string): number {
  return text.split(part).length
}

export function findRoute(path: string): Pick<Route, 'route' | 'isPage'> | undefined {
  return routes.find(({ expression }) => expression.test(path))
}

/** Query parameters that open a dialog, whose name is their value. */
const dialogNames = ['dialog', 'secret', 'do', 'decide', 'contain']
/** Those that open one about a thing, which is their value. */
const dialogSubjects = ['map', 'remove']
/** Those that show another form of the page. Filters, orders and pages of lists don't. */
const modes = ['change', 'edit', 'view', ...dialogNames]

/** URLs of the same kind show the same page, or the same dialog over it, with other rows. */
export function kindOf({ pathname, searchParams }: URL): string {
  const { route = pathname } = findRoute(pathname) ?? {}
  // Each of its pages has its own content.
  if (route === '/api-reference/[[...page]]') return pathname
  const mode = modes.find((name) => searchParams.has(name))
  if (mode) return `${route}?${mode}=${searchParams.get(mode)}`
  const subject = dialogSubjects.find((name) => searchParams.has(name))
  return subject ? `${route}?${subject}` : route
}

export function isDialog({ searchParams }: URL): boolean {
  return [...dialogNames, ...dialogSubjects].some((name) => searchParams.has(name))
}

/** A dialog that a URL opens, as the code lists it: its name, and the route of its page. */
export type KnownDialog = Readonly<{ route: string; name: string }>

/** The lists of dialog names in `app`, and the names that pages compare their query with. */
export function findDialogs(): KnownDialog[] {
  return globSync('app/**/*.{ts,tsx}', { exclude: (name) => String(name).includes('.test.') }).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const lists = text.matchAll(/const (?:\w*[dD]ialogs|dialogNames) = ([\s\S]*?) as const$/gm)
    const listed = [...lists].flatMap(([, list = '']) => {
      const names = list.replaceAll(/'[^']+': /g, '').matchAll(/'([^']+)'/g)
      return [...names].map((match) => match[1])
    })
    const compared = [...text.matchAll(/query\.(?:dialog|do)\)? === '([^']+)'/g)].map((match) => match[1])
    return [...listed, ...compared].map((name = '') => ({ route: toDialogRoute(file, text), name }))
  })
}

/** Files of `_urls` name the page that they lead to. */
function toDialogRoute(file: string, text: string): string {
  const [, path] = (file.includes('/_urls/') && /^export const \w*[pP]ath = '([^']+)'/m.exec(text)) || []
  return path ?? toRoute(file)
}

/** @param kinds of the visited URLs @returns the dialogs that none of them opened */
export function findUnvisited(dialogs: readonly KnownDialog[], kinds: Iterable<string>): string[] {
  const visited = [...kinds].flatMap((kind) => {
    const [route = '', name] = kind.split(/\?\w+=/)
    const owners = dialogs.filter((dialog) => dialog.name === name && `${route}/`.startsWith(`${dialog.route}/`))
    return owners.sort((one, other) => other.route.length - one.route.length).slice(0, 1)
  })
  return dialogs.filter((dialog) => !visited.includes(dialog)).map(({ route, name }) => `${route}: ${name}`)
}
