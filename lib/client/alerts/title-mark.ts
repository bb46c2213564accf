// A number before the document's title: how many alerts nobody has looked at. Invariant: whoever writes the title (the router, with each page), the mark comes
// back before it, once; with none it is gone.
const MARK = /^\(\d+\) /;

export interface TitleMark {
  show(count: number): void;
  /** Takes the mark away, for good. */
  stop(): void;
}

export function createTitleMark(page: Document): TitleMark {
  let count = 0;
  const apply = () => {
    const plain = page.title.replace(MARK, '');
    const marked = count === 0 ? plain : `(${count}) ${plain}`;
    if (page.title !== marked) page.title = marked;
  };
  const observer = new MutationObserver(apply);
  observer.observe(page.head, { subtree: true, childList: true, characterData: true });
  return {
    show(next) {
      count = next;
      apply();
    },
    stop() {
      observer.disconnect();
      count = 0;
      apply();
    },
  };
}
