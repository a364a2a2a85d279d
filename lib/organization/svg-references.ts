/** What a renderer may draw of a logo. References repeat what they point to, and can multiply it without limit. */
const maxDrawnElements = 100_000

const maxReferenceDepth = 100

/** The owner of elements that are in no element with an ID. */
const root = ''

type Node = { elements: number; readonly targets: string[] }

/** Which elements with an ID contain or reference which others. */
export class SvgReferences {
  readonly #nodes = new Map<string, Node>([[root, { elements: 0, targets: [] }]])

  /** Counts an element. @param owner the nearest ID among the elements around it @returns the owner of what is in it */
  addElement(id: string | undefined, owner: string = root): string {
    if (id !== undefined) this.addReference(owner, id)
    const node = this.#nodeOf(id ?? owner)
    node.elements += 1
    return id ?? owner
  }

  addReference(owner: string, target: string): void {
    this.#nodeOf(owner).targets.push(target)
  }

  /** Whether a renderer has a bounded amount to draw. Elements that it never draws count too. */
  isBounded(): boolean {
    return this.#countDrawn(root, new Map(), 0) <= maxDrawnElements
  }

  #nodeOf(id: string): Node {
    const node = this.#nodes.get(id) ?? { elements: 0, targets: [] }
    this.#nodes.set(id, node)
    return node
  }

  #countDrawn(id: string, counted: Map<string, number>, depth: number): number {
    const known = counted.get(id)
    if (known !== undefined) return known
    const node = this.#nodeOf(id)
    if (depth > maxReferenceDepth) return Number.POSITIVE_INFINITY
    // Until it is counted: a circle has no end.
    counted.set(id, Number.POSITIVE_INFINITY)
    const drawn = node.targets.reduce(
      (sum, target) => sum + this.#countDrawn(target, counted, depth + 1),
      node.elements,
    )
    counted.set(id, drawn)
    return drawn
  }
}
