type Visit = { readonly node: number; next: number };

/** Tarjan's algorithm without recursion, because a chain may be as long as the number of operations in a request. */
class Search {
  readonly #edges: readonly (readonly number[])[];
  readonly #order = new Map<number, number>();
  readonly #lowest = new Map<number, number>();
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();
  readonly #path: Visit[] = [];
  readonly components: (readonly number[])[] = [];

  constructor(edges: readonly (readonly number[])[]) {
    this.#edges = edges;
  }

  from(root: number): void {
    if (this.#order.has(root)) return;
    this.#enter(root);
    for (let visit = this.#path.at(-1); visit !== undefined; visit = this.#path.at(-1)) {
      const to = this.#edges[visit.node]?.[visit.next];
      visit.next += 1;
      if (to === undefined) this.#leave(visit.node);
      else if (!this.#order.has(to)) this.#enter(to);
      else if (this.#isOpen.has(to)) this.#lower(visit.node, this.#order.get(to));
    }
  }

  #enter(node: number): void {
    const index = this.#order.size;
    this.#order.set(node, index);
    this.#lowest.set(node, index);
    this.#open.push(node);
    this.#isOpen.add(node);
    this.#path.push({ node, next: 0 });
  }

  #lower(node: number, to = 0): void {
    this.#lowest.set(node, Math.min(this.#lowest.get(node) ?? to, to));
  }

  #leave(node: number): void {
    this.#path.pop();
    const from = this.#path.at(-1);
    if (from !== undefined) this.#lower(from.node, this.#lowest.get(node));
    if (this.#lowest.get(node) !== this.#order.get(node)) return;
    const component = this.#open.splice(this.#open.lastIndexOf(node));
    for (const member of component) this.#isOpen.delete(member);
    this.components.push(component);
  }
}

/**
 * Returns the strongly connected components of a directed graph, where `edges[node]` are the targets of its edges:
 * nodes that reach each other form one component, every other node is alone.
 */
export function strongComponents(
  edges: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const search = new Search(edges);
  for (const node of edges.keys()) search.from(node);
  return search.components;
}
