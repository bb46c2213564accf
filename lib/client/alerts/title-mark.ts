// The number of unseen alerts before the document's title. Invariant: whatever sets the title, the mark is restored, once; none at zero.
const MARK = /^\(\d+\) /;

export interface TitleMark {
  show(count: number): void;
  /** Removes the mark for good. */
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
