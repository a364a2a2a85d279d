/** A text field of a form; empty where it was not sent, or a file was sent in its place. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
