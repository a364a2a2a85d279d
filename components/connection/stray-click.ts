/** A click: on which form, where in the window in px, and when in ms. */
export type Click<Form> = Readonly<{ form: Form; x: number; y: number; at: number }>

const doubleClickMs = 500
const maxMove = 8

/**
 * Whether a click is the second of a double-click that began on another form, which has since made room for this one
 * under the resting pointer: the next row of a list.
 */
export function isStrayClick<Form>(last: Click<Form> | undefined, { form, x, y, at }: Click<Form>): boolean {
  if (!last || last.form === form) return false
  return at - last.at < doubleClickMs && Math.hypot(x - last.x, y - last.y) < maxMove
}
