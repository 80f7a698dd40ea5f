/** Keeps what is read where it is while things above it change their size: drawn at last, a picture, late colours. */
export class Steady {
  readonly #scroller: HTMLElement;
  readonly #tall = new Map<Element, number>();
  readonly #observer: ResizeObserver;
  readonly #isFollowing: () => boolean;

  /** `isFollowing`: whether the end is kept in view instead. */
  constructor(scroller: HTMLElement, isFollowing: () => boolean = () => false) {
    this.#scroller = scroller;
    this.#isFollowing = isFollowing;
    // Told between layout and paint: a correction here is never seen as a jump.
    this.#observer = new ResizeObserver((entries) => this.#correct(entries.map(({ target }) => target)));
  }

  /** Watch an element; `height` is how tall it was, if it stood there before. */
  hold(element: Element, height: number | null): void {
    if (height !== null) {
      this.#tall.set(element, height);
      this.#correct([element]);
    }
    this.#observer.observe(element);
  }

  release(element: Element): void {
    this.#tall.delete(element);
    this.#observer.unobserve(element);
  }

  end(): void {
    this.#observer.disconnect();
  }

  #correct(elements: readonly Element[]): void {
    const edge = this.#scroller.getBoundingClientRect().top;
    const boxes = elements.map((element) => ({ element, box: element.getBoundingClientRect() }));
    boxes.sort((a, b) => a.box.top - b.box.top);
    let grown = 0;
    for (const { element, box } of boxes) {
      const before = this.#tall.get(element);
      this.#tall.set(element, box.height);
      // Where it stood before anything above it grew decides whether it was above what is read; what is used is read.
      if (before !== undefined && box.top - grown < edge && !element.contains(document.activeElement)) grown += box.height - before;
    }
    if (grown !== 0 && !this.#isFollowing()) this.#scroller.scrollTop += grown;
  }
}
