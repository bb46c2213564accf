// The number of unseen alerts before the document's title. Invariant: whatever sets the title, the mark is restored, once; none at zero.
const MARK = /^\(\d+\) /;

export function createTitleMark(page: Document) {
  let count = 0;
  const apply = () => {
    const plain = page.title.replace(MARK, '');
    const titleWithCount = count === 0 ? plain : `(${count}) ${plain}`;
    if (page.title !== titleWithCount) page.title = titleWithCount;
  };
  const observer = new MutationObserver(apply);
  observer.observe(page.head, { subtree: true, childList: true, characterData: true });
  return {
    show(next: number): void {
      count = next;
      apply();
    },
    /** Removes the mark for good. */
    stop(): void {
      observer.disconnect();
      count = 0;
      apply();
    },
  };
}
